// One conflict as a story: what passed before, what the gate then said, what that means, and what came of it.
import { DoorOpen } from 'lucide-react';
import { useState } from 'react';
import { deskGateConflicts, deskSettleGateConflict, type GateConflict } from '@kippu/contract/desk';
import { deskGateConflict } from '@kippu/contract/desk-gate';
import { deskTicket } from '@kippu/contract/desk-ticket';
import { nameIn } from '@kippu/contract/fields';
import { isRefusal } from '../app/call-error.ts';
import { useFormat } from '../app/format.ts';
import { useAct, useRead } from '../app/queries.ts';
import { useMay } from '../app/rights.ts';
import { hrefOf } from '../app/router.ts';
import { text, useLanguage, useSay } from '../app/texts.ts';
import { STATUS_TONES, groupedNumber } from '../ticket/ticket-words.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Facts } from '../ui/facts.tsx';
import { TextAreaField } from '../ui/field.tsx';
import { Empty, Loaded } from '../ui/load-state.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Card, Columns, Form, Page } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import css from './gate.module.css';
import { KIND_WORDS, PASSAGE_WORDS, gateMark } from './gate-words.ts';

const NOTE_MOST = 500;
const WORDS = {
  back: text('改札の不一致', 'Gate conflicts'),
  title: text('改札の不一致', 'Gate conflict'),
  none: text('この番号の不一致はありません', 'There is no such conflict'),
  story: text('通過の順', 'In order'),
  this: text('合わない通過', 'Does not fit'),
  nothing: text('これより前の通過はありません。', 'It had not passed anywhere before.'),
  noTicket: text('どのきっぷにも当たりません', 'No ticket of ours'),
  ticket: text('きっぷ', 'Ticket'),
  told: text('改札機が伝えた番号', 'The gate named'),
  gate: text('改札機', 'Gate'),
  clock: text('改札機の時計', 'By the gate’s clock'),
  received: text('サーバーに届いた', 'Reached the server'),
  found: text('見つかった', 'Found'),
  reason: text('係員の理由', 'Reason by staff'),
  details: text('記録', 'Details'),
  settle: text('解決する', 'Settle'),
  settleButton: text('解決にする', 'Settle for good'),
  note: text('わかったこと', 'What you found out'),
  noteHint: text(
    'この記録ときっぷの履歴に残り、あとから変えられません。名前などは書かないでください。',
    'Stays here and in the ticket’s history, and cannot be changed. Leave out names.',
  ),
  missing: text('わかったことを入力してください。', 'Please say what you found out.'),
  long: text(`${NOTE_MOST}文字以内にしてください。`, `Please keep it to ${NOTE_MOST} characters.`),
  done: text('解決にしました', 'Settled'),
  before: text(
    'ほかの係員が先に解決していました。あなたのメモは残っていません。',
    'Somebody else settled it before you. Your note was not kept.',
  ),
  settled: text('解決済み', 'Settled'),
  open: text('未解決', 'Open'),
  by: text('係員', 'By'),
  when: text('日時', 'When'),
  system: text('販売システム', 'A sales system'),
};

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
          [say(WORDS.told), ticket ? undefined : conflict.told],
          [say(WORDS.reason), conflict.reason],
          [say(WORDS.gate), gateMark(conflict.gateId)],
          [say(WORDS.clock), moment(conflict.at)],
          [say(WORDS.received), moment(conflict.receivedAt)],
          [say(WORDS.found), moment(conflict.foundAt)],
        ]}
      />
    </Card>
  );
}

function Settle({
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
  const wrong = trimmed === '' ? WORDS.missing : [...trimmed].length > NOTE_MOST ? WORDS.long : null;
  const act = useAct(deskSettleGateConflict, {
    changes: [deskGateConflict, deskGateConflicts],
    onDone: ({ settled }) => onDone(settled?.note === trimmed),
  });
  return (
    <Card title={say(WORDS.settle)}>
      <Form
        error={act.error}
        onSubmit={() => {
          setTried(true);
          if (!wrong) act.run({ body: { conflictId, note: trimmed } });
        }}
        actions={
          <Button type="submit" busy={act.busy}>
            {say(WORDS.settleButton)}
          </Button>
        }
      >
        <TextAreaField
          label={say(WORDS.note)}
          hint={say(WORDS.noteHint)}
          value={note}
          onValue={setNote}
          most={NOTE_MOST}
          disabled={act.busy}
          error={tried && wrong ? say(wrong) : undefined}
        />
      </Form>
    </Card>
  );
}

function Whole({ conflict }: { readonly conflict: GateConflict }) {
  const say = useSay();
  const { moment } = useFormat();
  const [late, setLate] = useState(false);
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
      {late && <NoticeBox tone="warn">{say(WORDS.before)}</NoticeBox>}
      {settled ? (
        <Card title={say(WORDS.settled)}>
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
        <Settle
          conflictId={conflict.conflictId}
          onDone={(mine) => {
            setLate(!mine);
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
  // Anything else in the address names none, and the server would only say that it is malformed.
  const named = /^\d{1,18}$/.test(conflictId);
  const read = useRead(deskGateConflict, { conflictId }, { enabled: named });
  const { data } = read;
  if (!named || isRefusal(read.error, 'REQ-0005'))
    return (
      <Page title={say(WORDS.title)} back={back}>
        <Empty icon={DoorOpen} title={say(WORDS.none)} />
      </Page>
    );
  return (
    <Page
      title={say(data ? KIND_WORDS[data.kind].title : WORDS.title)}
      back={back}
      lead={
        data && (
          <Chip tone={data.settled ? 'plain' : 'warn'}>{say(data.settled ? WORDS.settled : WORDS.open)}</Chip>
        )
      }
    >
      <Loaded read={read} lines={6}>
        {(conflict) => <Whole conflict={conflict} />}
      </Loaded>
    </Page>
  );
}
