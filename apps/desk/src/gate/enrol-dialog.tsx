// Shows the one-time code that enrols a gate, in large type, and the gate page's address as a QR code.
import { useState } from 'react';
import type { DataOf } from '@kippu/contract/route-types';
import { GATE_DIRECTIONS, type GateDirection } from '@kippu/contract/values';
import { deskGateCodes } from '@kippu/contract/routes/desk/gates';
import { deskGates } from '@kippu/contract/routes/gate/gate';
import { isRefusal } from '@kippu/client/call-error';
import { errorText } from '../app/call/error-text.ts';
import { useFormat } from '../app/text/format.ts';
import { useAct } from '../app/call/queries.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { CopyButton } from '../ui/controls/copy-button.tsx';
import { Dialog, isRefusedForGood, WayOut } from '../ui/messages/dialog.tsx';
import { SelectField } from '../ui/controls/field.tsx';
import { ErrorBox } from '../ui/messages/error-box.tsx';
import { QrPicture } from '@kippu/ui/qr-picture';
import qr from '../ui/controls/qr-picture.module.css';
import css from './gate.module.css';
import { DIRECTION_WORDS } from '../app/text/gate-words.ts';
import { StationField } from './station-field.tsx';

const WORDS = {
  title: text('改札機を登録', 'Enrol a gate'),
  choose: text('駅を選ぶ', 'Choose a station'),
  missing: text('駅を選んでください。', 'Please choose a station.'),
  direction: text('向き', 'Direction'),
  directionHint: text(
    '入場か出場のどちらかを選びます。「入出場」は、係員がいつもいる改札だけで使います。',
    'Choose entry or exit. ‘Entry and exit’ is only for gates where staff always stand by.',
  ),
  inspector: text('車内改札（乗務員の端末）', 'On board (an inspector’s device)'),
  inspectorHint: text(
    '改札を開けず、列車ごとの予約席の一覧を持ち出せます。駅は所属の駅を選びます。',
    'It opens no gate, and takes the lists of reserved seats along. Choose the station it belongs to.',
  ),
  attended: text('入出場（係員がいる改札）', 'Entry and exit (attended gate)'),
  make: text('コードを発行', 'Make a code'),
  cancel: text('やめる', 'Cancel'),
  until: (when: string) => text('{when}まで、1台だけに使えます。', 'For one gate, until {when}.', { when }),
  once: text(
    '閉じると、このコードはもう表示できません。使われるまでは、改札機の一覧で取り消せます。',
    'Once closed, it cannot be shown again. Until it is used, you can withdraw it in the list of gates.',
  ),
  open: text(
    '改札に置く端末で、QRコードのページを開く',
    'Open the page of the QR code on the device at the gate',
  ),
  type: text('このコードと、係員の暗証番号を入力する', 'Type this code, and a PIN for the staff there'),
  copy: text('コードをコピー', 'Copy code'),
  address: text('改札機のページのアドレス', 'The address of the gate page'),
  done: text('閉じる', 'Close'),
};

/** Instead of a direction: the device opens no gate. */
const INSPECTOR = 'inspector';
const USES = [...GATE_DIRECTIONS, INSPECTOR] as const;

/** The code, how long it is valid, and where to type it. */
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
      <QrPicture className={qr['qr']} text={address} label={say(WORDS.address)} />
    </div>
  );
}

/** Asks for the station and the direction of a new gate, then shows its code. */
export function EnrolDialog({
  stationId,
  onClose,
}: {
  /** The station to which the list of gates is limited; '' if it is not. */
  readonly stationId: string;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const [station, setStation] = useState(stationId);
  const [use, setUse] = useState<GateDirection | typeof INSPECTOR>('in');
  const [tried, setTried] = useState(false);
  const act = useAct(deskGates, { changes: [deskGateCodes] });
  const language = useLanguage();
  // The station is no longer in the timetable.
  const refused = isRefusal(act.error, 'SEAT-0013') ? errorText(act.error, language) : undefined;
  const { data } = act;
  const make = () => {
    setTried(true);
    if (station === '') return;
    act.run({
      body:
        use === INSPECTOR
          ? { stationId: station, direction: 'both', inspects: true }
          : { stationId: station, direction: use },
    });
  };
  if (data)
    return (
      <Dialog
        place="wide"
        title={say(WORDS.title)}
        // A stray click would discard the code.
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
        isRefusedForGood(act.error) ? (
          <WayOut onClose={onClose} />
        ) : (
          <>
            <Button kind="outline" onClick={onClose} disabled={act.busy}>
              {say(WORDS.cancel)}
            </Button>
            <Button busy={act.busy} onClick={make}>
              {say(WORDS.make)}
            </Button>
          </>
        )
      }
    >
      <StationField
        none={say(WORDS.choose)}
        value={station}
        onValue={(chosen) => {
          setStation(chosen);
          if (refused) act.clear();
        }}
        error={tried && station === '' ? say(WORDS.missing) : refused}
      />
      <SelectField
        label={say(WORDS.direction)}
        hint={say(use === INSPECTOR ? WORDS.inspectorHint : WORDS.directionHint)}
        value={use}
        onValue={(value) => setUse(USES.find((known) => known === value) ?? 'in')}
        choices={USES.map((value) => ({
          value,
          label: say(
            value === INSPECTOR
              ? WORDS.inspector
              : value === 'both'
                ? WORDS.attended
                : DIRECTION_WORDS[value],
          ),
        }))}
      />
      <ErrorBox error={refused ? null : act.error} />
    </Dialog>
  );
}
