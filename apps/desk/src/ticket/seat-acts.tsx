// What staff do with a traveller's seats: reserve one, move it to another seat or train, cancel it.
import { CircleX, Plus, Replace } from 'lucide-react';
import { useState } from 'react';
import {
  deskCancelSeat,
  deskReserveSeat,
  deskSeatChoice,
  deskTicket,
} from '@kippu/contract/routes/desk/ticket';
import type { DeskTicket, FreeSeat, SeatTrain } from '@kippu/contract/calls/desk/ticket';
import { nameIn } from '@kippu/contract/names';
import { classWord } from '@kippu/client/operator-words';
import { isRefusal } from '@kippu/client/call-error';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { useAct, useRead } from '../app/call/queries.ts';
import { useMay } from '../app/session/rights.ts';
import { useFormat } from '../app/text/format.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { trainText } from '../train/train-words.ts';
import { DateField, SelectField, TextAreaField } from '../ui/controls/field.tsx';
import { FormDialog } from '../ui/layout/form-dialog.tsx';
import { ConfirmDialog } from '../ui/messages/dialog.tsx';
import { ErrorBox } from '../ui/messages/error-box.tsx';
import css from './ticket.module.css';
import { SeatLine } from './ticket-seats.tsx';

type Seat = DeskTicket['seats'][number];

/** The limit of the call's schema. */
const MAX_REASON = 200;

const WORDS = {
  reserve: text('座席を予約', 'Reserve a seat'),
  reserveTitle: text('旅客の座席を予約', 'Reserve a seat for the traveller'),
  move: text('座席を変更', 'Move seat'),
  moveTitle: text('旅客の座席を変更', 'Move the traveller’s seat'),
  now: text('いまの座席', 'The seat now'),
  cancel: text('座席を取り消し', 'Cancel seat'),
  cancelTitle: text('この座席を取り消しますか', 'Cancel this seat?'),
  cancelWhat: text(
    '座席はほかの人が予約できるようになります。予約の回数はきっぷに戻ります。同行者の座席は変わりません。',
    'Others can reserve it at once. The ticket has the reservation back. Seats of companions stay.',
  ),
  notified: text(
    '旅客には、行ったことがメールで伝わります。理由は伝わりません。',
    'The traveller gets a mail about what was done, without the reason.',
  ),
  section: text('区間', 'Section'),
  date: text('乗車日', 'Date'),
  train: text('列車', 'Train'),
  seat: text('座席', 'Seat'),
  choose: text('選んでください', 'Please choose'),
  noTrains: text('この日に選べる列車はありません。', 'No train can be chosen on this day.'),
  noSections: text(
    'このきっぷで予約できる区間はもうありません。',
    'No section is left that this ticket may reserve.',
  ),
  left: (count: number) => text('残り{count}席', '{count} left', { count }),
  window: text('窓側', 'window'),
  reason: text('理由', 'Reason'),
  reasonHint: text('係員だけが見ます。', 'Only staff see it.'),
  missing: text('入力してください。', 'Please fill this in.'),
  changed: text(
    '画面を開いたあとにきっぷか座席が変わったため、行いませんでした。内容を確かめ、それでも行うときは、もう一度押してください。',
    'Nothing was done, because the ticket or a seat changed after you opened it. Check it, and press again if you still want this.',
  ),
  reserved: (seat: string) => text('{seat}を予約しました', 'Seat {seat} is reserved', { seat }),
  moved: (seat: string) => text('{seat}に変更しました', 'The seat is now {seat}', { seat }),
  cancelled: (seat: string) => text('{seat}を取り消しました', 'Seat {seat} is cancelled', { seat }),
};

const CHANGES = [deskTicket, deskSeatChoice];

function useTexts() {
  const say = useSay();
  const language = useLanguage();
  const { time } = useFormat();
  return {
    say,
    language,
    ofTrain: (train: SeatTrain) =>
      `${time(train.departAt)} → ${time(train.arriveAt)} ${trainText(train, language)} · ${say(WORDS.left(train.left))}`,
    ofSeat: ({ seat, carClass, window }: FreeSeat) =>
      [seat, classWord(carClass, language), ...(window ? [say(WORDS.window)] : [])].join(' · '),
  };
}

/** Chooses a section, a day, a train and a free seat. `moved` is the seat that the new one replaces. */
function ReserveDialog({
  ticket,
  moved,
  onClose,
}: {
  readonly ticket: DeskTicket;
  readonly moved: Seat | undefined;
  readonly onClose: () => void;
}) {
  const { say, language, ofTrain, ofSeat } = useTexts();
  const [section, setSection] = useState(moved ? `${moved.from} ${moved.to}` : '');
  const [date, setDate] = useState(moved?.departAt.slice(0, 10) ?? '');
  const [departureId, setDepartureId] = useState('');
  const [seat, setSeat] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const own = { ticketNo: ticket.ticketNo, ...(moved ? { reservationId: moved.reservationId } : {}) };
  const [from = '', to = ''] = section.split(' ');
  const ride = { ...own, from, to };
  const plan = useRead(deskSeatChoice, own);
  const trains = useRead(deskSeatChoice, { ...ride, date }, { enabled: section !== '' && date !== '' });
  const seats = useRead(deskSeatChoice, { ...ride, departureId }, { enabled: departureId !== '' });
  const act = useAct(deskReserveSeat, {
    changes: CHANGES,
    onDone: (done) => {
      toast(say(moved ? WORDS.moved(done.seat) : WORDS.reserved(done.seat)));
      onClose();
    },
  });
  const empty = (value: string) => (tried && value.trim() === '' ? say(WORDS.missing) : undefined);
  const choices = (items: readonly { readonly value: string; readonly label: string }[]) => [
    { value: '', label: say(WORDS.choose) },
    ...items,
  ];
  const sections = plan.data?.sections ?? [];
  const listed = trains.data?.trains;
  const isOvertaken = isRefusal(act.error, 'DESK-0001');
  return (
    <FormDialog
      title={say(moved ? WORDS.moveTitle : WORDS.reserveTitle)}
      submit={say(moved ? WORDS.move : WORDS.reserve)}
      act={act}
      shown={isOvertaken}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if ([section, date, departureId, seat, reason.trim()].includes('')) return;
        const seen = { version: ticket.version };
        act.run({ body: { ...own, seen, departureId, from, to, seat, reason: reason.trim() } });
      }}
      lead={
        moved && (
          <div>
            <p className={css['quiet']}>{say(WORDS.now)}</p>
            <SeatLine of={moved} />
          </div>
        )
      }
      after={
        <>
          <p className={css['quiet']}>{say(WORDS.notified)}</p>
          {isOvertaken && <NoticeBox tone="danger">{say(WORDS.changed)}</NoticeBox>}
        </>
      }
    >
      <ErrorBox error={plan.error} again={() => void plan.refetch()} />
      {plan.data && sections.length === 0 && <NoticeBox tone="warn">{say(WORDS.noSections)}</NoticeBox>}
      <SelectField
        label={say(WORDS.section)}
        value={section}
        error={empty(section)}
        onValue={(value) => {
          setSection(value);
          setDepartureId('');
          setSeat('');
        }}
        choices={choices(
          sections.map((each) => ({
            value: `${each.from.stationId} ${each.to.stationId}`,
            label: `${nameIn(each.from, 'stationName', language)} → ${nameIn(each.to, 'stationName', language)}`,
          })),
        )}
      />
      <DateField
        label={say(WORDS.date)}
        value={date}
        min={plan.data?.bookableFrom}
        max={plan.data?.bookableTo}
        error={empty(date)}
        onValue={(value) => {
          setDate(value);
          setDepartureId('');
          setSeat('');
        }}
      />
      <ErrorBox error={trains.error} again={() => void trains.refetch()} />
      {listed?.length === 0 && <p className={css['quiet']}>{say(WORDS.noTrains)}</p>}
      <SelectField
        label={say(WORDS.train)}
        value={departureId}
        error={empty(departureId)}
        disabled={!listed || listed.length === 0}
        onValue={(value) => {
          setDepartureId(value);
          setSeat('');
        }}
        choices={choices(
          (listed ?? []).map((train) => ({ value: train.departureId, label: ofTrain(train) })),
        )}
      />
      <ErrorBox error={seats.error} again={() => void seats.refetch()} />
      <SelectField
        label={say(WORDS.seat)}
        value={seat}
        error={empty(seat)}
        disabled={!seats.data?.seats}
        onValue={setSeat}
        choices={choices(
          (seats.data?.seats ?? []).map((each) => ({ value: each.seat, label: ofSeat(each) })),
        )}
      />
      <TextAreaField
        label={say(WORDS.reason)}
        hint={say(WORDS.reasonHint)}
        value={reason}
        onValue={setReason}
        maxLength={MAX_REASON}
        rows={2}
        error={empty(reason)}
        disabled={act.busy}
      />
    </FormDialog>
  );
}

function CancelDialog({
  ticket,
  seat,
  onClose,
}: {
  readonly ticket: DeskTicket;
  readonly seat: Seat;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const act = useAct(deskCancelSeat, {
    changes: CHANGES,
    onDone: (done) => {
      toast(say(WORDS.cancelled(done.seat)));
      onClose();
    },
  });
  const isOvertaken = isRefusal(act.error, 'DESK-0001');
  return (
    <ConfirmDialog
      title={say(WORDS.cancelTitle)}
      confirm={say(WORDS.cancel)}
      dismiss={say(text('やめる', 'Keep it'))}
      maxReasonLength={MAX_REASON}
      busy={act.busy}
      error={isOvertaken ? null : act.error}
      onClose={onClose}
      onConfirm={(reason) =>
        act.run({
          body: {
            ticketNo: ticket.ticketNo,
            seen: { version: ticket.version },
            reservationId: seat.reservationId,
            reason,
          },
        })
      }
    >
      <SeatLine of={seat} />
      <p>{say(WORDS.cancelWhat)}</p>
      <p>{say(WORDS.notified)}</p>
      {isOvertaken && <NoticeBox tone="danger">{say(WORDS.changed)}</NoticeBox>}
    </ConfirmDialog>
  );
}

/** The buttons of a seat. */
export function SeatButtons({ ticket, seat }: { readonly ticket: DeskTicket; readonly seat: Seat }) {
  const say = useSay();
  const may = useMay();
  const [asked, setAsked] = useState<'move' | 'cancel'>();
  if (!ticket.bound || !may(deskReserveSeat)) return null;
  const close = () => setAsked(undefined);
  return (
    <div className={css['acts']}>
      <Button kind="outline" icon={Replace} onClick={() => setAsked('move')}>
        {say(WORDS.move)}
      </Button>
      <Button kind="outline" icon={CircleX} onClick={() => setAsked('cancel')}>
        {say(WORDS.cancel)}
      </Button>
      {asked === 'move' && <ReserveDialog ticket={ticket} moved={seat} onClose={close} />}
      {asked === 'cancel' && <CancelDialog ticket={ticket} seat={seat} onClose={close} />}
    </div>
  );
}

/** The button that reserves a seat. Shows nothing for a ticket that may have none. */
export function ReserveButton({ ticket }: { readonly ticket: DeskTicket }) {
  const say = useSay();
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  const mayReserve = ticket.bound && !ticket.expired && ['bound', 'inUse'].includes(ticket.status);
  if (!mayReserve || !may(deskReserveSeat)) return null;
  return (
    <div>
      <Button kind="outline" icon={Plus} onClick={() => setAsked(true)}>
        {say(WORDS.reserve)}
      </Button>
      {isAsked && <ReserveDialog ticket={ticket} moved={undefined} onClose={() => setAsked(false)} />}
    </div>
  );
}
