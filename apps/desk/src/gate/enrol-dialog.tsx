// The one-time code that makes a device a gate, to be carried to it: large, and the gate page's address as a QR code.
import { useState } from 'react';
import type { DataOf } from '@kippu/contract/call';
import { GATE_DIRECTIONS, deskGates, type GateDirection } from '@kippu/contract/gate';
import { useFormat } from '../app/format.ts';
import { useAct } from '../app/queries.ts';
import { text, useSay } from '../app/texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { ErrorBox } from '../ui/notice-box.tsx';
import { QrPicture } from '../ui/qr-picture.tsx';
import css from './gate.module.css';
import { DIRECTION_WORDS } from './gate-words.ts';
import { StationField } from './station-field.tsx';

const WORDS = {
  title: text('改札機を登録', 'Enrol a gate'),
  choose: text('駅を選ぶ', 'Choose a station'),
  missing: text('駅を選んでください。', 'Please choose a station.'),
  direction: text('向き', 'Way'),
  directionHint: text(
    '「入出場」では、端末で登録するときに向きを選べます。',
    'With ‘Entry and exit’ the way is chosen on the device.',
  ),
  make: text('コードを発行', 'Make a code'),
  cancel: text('やめる', 'Cancel'),
  until: (when: string) => text(`${when}まで、1台だけに使えます。`, `For one gate, until ${when}.`),
  once: text('閉じると、このコードはもう表示できません。', 'Once closed, it cannot be shown again.'),
  open: text(
    '改札に置く端末で、QRコードのページを開く',
    'Open the page of the QR code on the device at the gate',
  ),
  type: text('このコードと、係員の暗証番号を入力する', 'Type this code, and a PIN for the staff there'),
  copy: text('コードをコピー', 'Copy code'),
  address: text('改札機のページのアドレス', 'The address of the gate page'),
  done: text('閉じる', 'Close'),
};

function Made({ of: { code, expiresAt } }: { readonly of: DataOf<typeof deskGates> }) {
  const say = useSay();
  const { moment } = useFormat();
  const address = `${location.origin}/gate/`;
  return (
    <div className={css['made']}>
      <div>
        <p className={css['code']}>{code}</p>
        <p>{say(WORDS.until(moment(expiresAt)))}</p>
        <ol className={css['steps']}>
          <li>
            {say(WORDS.open)} <span className={css['mark']}>{address}</span>
          </li>
          <li>{say(WORDS.type)}</li>
        </ol>
        <p className={css['quiet']}>{say(WORDS.once)}</p>
      </div>
      <QrPicture text={address} label={say(WORDS.address)} />
    </div>
  );
}

export function EnrolDialog({
  stationId,
  onClose,
}: {
  /** Where the list was narrowed to one. */
  readonly stationId: string;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const [station, setStation] = useState(stationId);
  const [direction, setDirection] = useState<GateDirection>('both');
  const [tried, setTried] = useState(false);
  const act = useAct(deskGates);
  const { data } = act;
  const make = () => {
    setTried(true);
    if (station !== '') act.run({ body: { stationId: station, direction } });
  };
  if (data)
    return (
      <Dialog
        wide
        title={say(WORDS.title)}
        // A stray click would throw the code away.
        onClose={() => undefined}
        actions={
          <>
            <CopyButton value={data.code}>{say(WORDS.copy)}</CopyButton>
            <Button onClick={onClose}>{say(WORDS.done)}</Button>
          </>
        }
      >
        <Made of={data} />
      </Dialog>
    );
  return (
    <Dialog
      title={say(WORDS.title)}
      onClose={onClose}
      actions={
        <>
          <Button kind="outline" onClick={onClose} disabled={act.busy}>
            {say(WORDS.cancel)}
          </Button>
          <Button busy={act.busy} onClick={make}>
            {say(WORDS.make)}
          </Button>
        </>
      }
    >
      <StationField
        none={say(WORDS.choose)}
        value={station}
        onValue={setStation}
        error={tried && station === '' ? say(WORDS.missing) : undefined}
      />
      <SelectField
        label={say(WORDS.direction)}
        hint={say(WORDS.directionHint)}
        value={direction}
        onValue={(value) => setDirection(GATE_DIRECTIONS.find((known) => known === value) ?? 'both')}
        choices={GATE_DIRECTIONS.map((value) => ({ value, label: say(DIRECTION_WORDS[value]) }))}
      />
      <ErrorBox error={act.error} />
    </Dialog>
  );
}
