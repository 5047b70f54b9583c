// One conflict in order: earlier passages, the gate's report, what it means, and the result.
import { useState } from 'react';
import { deskGateConflicts, deskSettleGateConflict } from '@kippu/contract/routes/desk/issue';
import type { GateConflict } from '@kippu/contract/calls/desk/issue';
import { deskGateConflict } from '@kippu/contract/routes/desk/gates';
import { deskTicket } from '@kippu/contract/routes/desk/ticket';
import { nameIn } from '@kippu/contract/names';
import { useFormat } from '../app/text/format.ts';
import { isOvertaken, useAct, useRead } from '../app/call/queries.ts';
import { isGone } from '../app/call/refusals.ts';
import { useMay } from '../app/session/rights.ts';
import { hrefOf } from '../app/router/router.ts';
import { text, useLanguage, useSay, type Text } from '../app/text/texts.ts';
import { STATUS_TONES, groupedNumber } from '../app/text/ticket-words.ts';
import { Chip } from '../ui/layout/chip.tsx';
import { Facts } from '../ui/layout/facts.tsx';
import { TextAreaField } from '../ui/controls/field.tsx';
import { Loaded } from '../ui/layout/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Card, Columns, Page, SubmitForm } from '../ui/layout/page.tsx';
import { toast } from '@kippu/ui/toast';
import css from './gate.module.css';
import { byHandReason, KIND_WORDS, PASSAGE_WORDS, gateMark } from '../app/text/gate-words.ts';

const MAX_NOTE = 500;
const WORDS = {
  back: text('改札の不一致', 'Gate conflicts'),
  title: text('改札の不一致', 'Gate conflict'),
  story: text('通過の順', 'In order'),
  this: text('合わない通過', 'In conflict'),
  against: text('これと合いません', 'It contradicts'),
  verified: {
    in: text('スマートフォンで入場を確認', 'Entry verified on the phone'),
    out: text('スマートフォンで出場を確認', 'Exit verified on the phone'),
  },
  handover: text('きっぷが別の人に渡った', 'The ticket changed hands'),
  nothing: text('これより前の通過はありません。', 'There are no earlier passages.'),
  noTicket: text('どのきっぷにも当たりません', 'No matching ticket'),
  ticket: text('きっぷ', 'Ticket'),
  reportedNumber: text('改札機が伝えた番号', 'Number reported by the gate'),
  gate: text('改札機', 'Gate'),
  ofGate: text('この改札機の不一致', 'All conflicts of this gate'),
  clock: text('改札機の時計', 'By the gate’s clock'),
  received: text('サーバーに届いた', 'Reached the server'),
  found: text('見つかった', 'Found'),
  proof: text('証拠', 'Proof'),
  reason: text('係員の理由', 'Reason by staff'),
  details: text('記録', 'Details'),
  resolve: text('解決する', 'Resolve'),
  resolveButton: text('解決にする', 'Resolve conflict'),
  note: text('わかったこと', 'What you found out'),
  noteHint: text(
    'この記録ときっぷの履歴に残り、あとから変えられません。名前などは書かないでください。',
    'It stays here and in the ticket’s history, and cannot be changed. Do not write names.',
  ),
  missing: text('わかったことを入力してください。', 'Please say what you found out.'),
  long: text('{max}文字以内にしてください。', 'Please keep it to {max} characters.', { max: MAX_NOTE }),
  done: text('解決にしました', 'Resolved'),
  before: text(
    'ほかの係員が先に解決していました。あなたのメモは残っていません。',
    'Somebody else resolved it before you. Your note was not saved.',
  ),
  resolved: text('解決済み', 'Resolved'),
  open: text('未解決', 'Open'),
  by: text('係員', 'By'),
  when: text('日時', 'When'),
  system: text('販売システム', 'A sales system'),
};

const PROOF_WORDS: Readonly<Record<GateConflict['proof'], Text>> = {
  phone: text(
    'スマートフォンの署名あり：そのとき改札機にコードが示されました',
    'The phone’s signature: its code was shown to the gate at that time',
  ),
  certificate: text(
    '証明書だけ：以前に示されたコードから作れます',
    'Only the certificate: it can be copied from a code shown before',
  ),
  hand: text('なし：係員が通しました', 'None: staff let it pass'),
};

/** What the passage does not fit, which staff judge when they resolve the conflict. */
function Against({ of: against }: { readonly of: NonNullable<GateConflict['against']> }) {
  const say = useSay();
  const language = useLanguage();
  const { moment } = useFormat();
  const station = against.what === 'handover' ? '' : `${nameIn(against, 'stationName', language)} `;
  const words = () => {
    if (against.what === 'passage') return PASSAGE_WORDS[against.code];
    return against.what === 'verification' ? WORDS.verified[against.direction] : WORDS.handover;
  };
  return (
    <>
      <h3 className={css['againstTitle']}>{say(WORDS.against)}</h3>
      <ol className={css['story']}>
        <li>
          <span className={css['when']}>{moment(against.at)}</span>
          <b>
            {station}
            {say(words())}
          </b>
          {against.what === 'passage' && (
            <span className={css['quiet']}>
              {say(WORDS.gate)} {gateMark(against.gateId)}
            </span>
          )}
        </li>
      </ol>
    </>
  );
}

function Story({ of: conflict }: { readonly of: GateConflict }) {
  const say = useSay();
  const language = useLanguage();
  const { moment } = useFormat();
  const steps = [...conflict.before.toReversed(), conflict];
  return (
    <Card title={say(WORDS.story)}>
      {conflict.before.length === 0 && <p className={css['quiet']}>{say(WORDS.nothing)}</p>}
      <ol className={css['story']}>
        {steps.map((step, at) => (
          <li key={at} data-odd={step === conflict || undefined}>
            <span className={css['when']}>{moment(step.at)}</span>
            <b>
              {nameIn(step, 'stationName', language)} {say(PASSAGE_WORDS[step.code])}
            </b>
            <span className={css['quiet']}>
              {say(WORDS.gate)} {gateMark(step.gateId)}
            </span>
            {step === conflict && <Chip tone="warn">{say(WORDS.this)}</Chip>}
          </li>
        ))}
      </ol>
      {conflict.against && <Against of={conflict.against} />}
    </Card>
  );
}

function Details({ of: conflict }: { readonly of: GateConflict }) {
  const say = useSay();
  const may = useMay();
  const { moment } = useFormat();
  const { ticket } = conflict;
  return (
    <Card title={say(WORDS.details)}>
      <Facts
        of={[
          [
            say(WORDS.ticket),
            ticket ? (
              <span key="ticket" className={css['inline']}>
                {may(deskTicket) ? (
                  <a href={hrefOf('tickets', [ticket.ticketNo])}>{groupedNumber(ticket.ticketNo)}</a>
                ) : (
                  groupedNumber(ticket.ticketNo)
                )}
                <Chip tone={STATUS_TONES[ticket.status]}>{ticket.statusWord}</Chip>
              </span>
            ) : (
              say(WORDS.noTicket)
            ),
          ],
          [say(WORDS.reportedNumber), ticket ? undefined : conflict.told],
          [say(WORDS.proof), say(PROOF_WORDS[conflict.proof])],
          [say(WORDS.reason), conflict.reason === undefined ? undefined : say(byHandReason(conflict.reason))],
          [
            say(WORDS.gate),
            <span key="gate" className={css['inline']}>
              {gateMark(conflict.gateId)}
              <a href={hrefOf('gates', [], { gate: conflict.gateId })}>{say(WORDS.ofGate)}</a>
            </span>,
          ],
          [say(WORDS.clock), moment(conflict.at)],
          [say(WORDS.received), moment(conflict.receivedAt)],
          [say(WORDS.found), moment(conflict.foundAt)],
        ]}
      />
    </Card>
  );
}

function ResolveForm({
  conflictId,
  onDone,
}: {
  readonly conflictId: string;
  readonly onDone: (mine: boolean) => void;
}) {
  const say = useSay();
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const trimmed = note.trim();
  const wrong = trimmed === '' ? WORDS.missing : [...trimmed].length > MAX_NOTE ? WORDS.long : null;
  const act = useAct(deskSettleGateConflict, {
    changes: [deskGateConflict, deskGateConflicts],
    onDone: () => onDone(true),
    onOvertaken: () => onDone(false),
  });
  const overtaken = isOvertaken(act.error);
  return (
    <Card title={say(WORDS.resolve)}>
      <SubmitForm
        error={overtaken ? null : act.error}
        onSubmit={() => {
          setTried(true);
          if (!wrong) act.run({ body: { conflictId, note: trimmed } });
        }}
        submit={say(WORDS.resolveButton)}
        busy={act.busy}
      >
        <TextAreaField
          label={say(WORDS.note)}
          hint={say(WORDS.noteHint)}
          value={note}
          onValue={setNote}
          maxLength={MAX_NOTE}
          disabled={act.busy}
          error={tried && wrong ? say(wrong) : undefined}
        />
      </SubmitForm>
    </Card>
  );
}

function ConflictDetail({ conflict }: { readonly conflict: GateConflict }) {
  const say = useSay();
  const { moment } = useFormat();
  const [resolvedBefore, setResolvedBefore] = useState(false);
  const { kind, settled } = conflict;
  return (
    <>
      <NoticeBox tone={settled ? 'info' : 'warn'} title={say(KIND_WORDS[kind].what)}>
        {!settled && say(KIND_WORDS[kind].todo)}
      </NoticeBox>
      <Columns>
        <Story of={conflict} />
        <Details of={conflict} />
      </Columns>
      {resolvedBefore && <NoticeBox tone="warn">{say(WORDS.before)}</NoticeBox>}
      {settled ? (
        <Card title={say(WORDS.resolved)}>
          <Facts
            of={[
              [say(WORDS.by), settled.byName ?? say(WORDS.system)],
              [say(WORDS.when), moment(settled.at)],
              [
                say(WORDS.note),
                <span key="note" className={css['lines']}>
                  {settled.note}
                </span>,
              ],
            ]}
          />
        </Card>
      ) : (
        <ResolveForm
          conflictId={conflict.conflictId}
          onDone={(mine) => {
            setResolvedBefore(!mine);
            if (mine) toast(say(WORDS.done));
          }}
        />
      )}
    </>
  );
}

export function ConflictPage({ conflictId }: { readonly conflictId: string }) {
  const say = useSay();
  const back = { href: hrefOf('gates'), label: say(WORDS.back) };
  const read = useRead(deskGateConflict, { conflictId });
  const data = isGone(read.error) ? undefined : read.data;
  return (
    <Page
      title={say(data ? KIND_WORDS[data.kind].title : WORDS.title)}
      back={back}
      lead={
        data && (
          <Chip tone={data.settled ? 'plain' : 'warn'}>
            {say(data.settled ? WORDS.resolved : WORDS.open)}
          </Chip>
        )
      }
    >
      <Loaded read={read} lines={6}>
        {(conflict) => <ConflictDetail conflict={conflict} />}
      </Loaded>
    </Page>
  );
}
