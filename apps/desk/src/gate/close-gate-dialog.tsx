// Closes a gate, or counts fewer passages of one that is closed.
import { deskCloseGate, deskGateList } from '@kippu/contract/routes/desk/gates';
import type { DeskGate } from '@kippu/contract/calls/desk/gates';
import { nameIn } from '@kippu/contract/names';
import { toast } from '@kippu/ui/toast';
import { useState } from 'react';
import { useAct } from '../app/call/queries.ts';
import { useFormat } from '../app/text/format.ts';
import { DIRECTION_WORDS, gateMark } from '../app/text/gate-words.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { DateTimeField } from '../ui/controls/field.tsx';
import { ConfirmDialog } from '../ui/messages/dialog.tsx';
import css from './gate.module.css';

const WORDS = {
  closeTitle: text('改札機を閉鎖しますか', 'Close this gate?'),
  closeWhat: text(
    'この改札機の鍵は今すぐ無効になり、だれも通れなくなります。元には戻せません。',
    'Its key is refused from now on, and it lets nobody pass. This cannot be undone.',
  ),
  closeUnsent: text(
    'まだ送信していない通過は端末に残ります。同じ端末を同じ駅で登録し直すと送信されます。端末を失くしたときは失われます。',
    'Unsent passages stay on the device and are sent when it is enrolled again at the same station. If the device is lost, they are lost too.',
  ),
  lessTitle: text('数える通過を減らしますか', 'Count fewer of its passages?'),
  lessWhat: (until: string) =>
    text(
      'この改札機の通過は{until}まで数えています。それより前の時刻を入れると、その後の通過は数えず、「不一致」に出ます。元には戻せません。',
      'Its passages count up to {until}. With an earlier time, those after it no longer count and are shown as conflicts. This cannot be undone.',
      { until },
    ),
  countsUntil: text('最後に正しく使われていた時刻', 'Last correct use'),
  countsUntilHint: text(
    '失くした・盗まれたときに入れます。それより後の通過は数えず、「不一致」に出ます。空欄なら今までの通過をすべて数えます。',
    'For a lost or stolen gate. Later passages are not counted and are shown as conflicts. If this is empty, everything up to now counts.',
  ),
  closeButton: text('改札機を閉鎖', 'Close gate'),
  lessButton: text('この時刻まで数える', 'Count up to this time'),
  closed: text('改札機を閉鎖しました', 'The gate is closed'),
  lessDone: text('数える通過を減らしました', 'Fewer passages count now'),
  needed: text('時刻を入れてください', 'Enter a time'),
};

/** Asks about an open gate whether to close it, and about a closed one up to which earlier time its passages count. */
export function CloseGateDialog({
  gate,
  onClose,
}: {
  readonly gate: DeskGate;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const language = useLanguage();
  const { moment } = useFormat();
  const [countsUntil, setCountsUntil] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { closedAt } = gate;
  const act = useAct(deskCloseGate, {
    changes: [deskGateList],
    onDone: () => {
      toast(say(closedAt === undefined ? WORDS.closed : WORDS.lessDone));
      onClose();
    },
  });
  const confirm = () => {
    if (closedAt !== undefined && countsUntil === '') setMissing(true);
    else act.run({ body: { gateId: gate.gateId, ...(countsUntil === '' ? {} : { countsUntil }) } });
  };
  return (
    <ConfirmDialog
      title={say(closedAt === undefined ? WORDS.closeTitle : WORDS.lessTitle)}
      confirm={say(closedAt === undefined ? WORDS.closeButton : WORDS.lessButton)}
      busy={act.busy}
      error={act.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <b>
          {nameIn(gate, 'stationName', language)} {say(DIRECTION_WORDS[gate.direction])}
        </b>{' '}
        <span className={css['mark']}>{gateMark(gate.gateId)}</span>
      </p>
      {closedAt === undefined ? (
        <>
          <p>{say(WORDS.closeWhat)}</p>
          <p>{say(WORDS.closeUnsent)}</p>
        </>
      ) : (
        <p>{say(WORDS.lessWhat(moment(gate.countsUntil ?? closedAt)))}</p>
      )}
      <DateTimeField
        label={say(WORDS.countsUntil)}
        {...(closedAt === undefined ? { hint: say(WORDS.countsUntilHint), optional: true } : {})}
        error={isMissing ? say(WORDS.needed) : undefined}
        value={countsUntil}
        onValue={(value) => {
          setMissing(false);
          setCountsUntil(value);
        }}
      />
    </ConfirmDialog>
  );
}
