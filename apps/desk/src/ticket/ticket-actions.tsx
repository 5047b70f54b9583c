// The desk's acts on a ticket. Each is confirmed in a dialog that explains the effect.
import { CircleOff, CirclePause, CirclePlay, RefreshCw, Trash2, Undo2, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { deskAccountTickets, deskFind, deskFindAccount } from '@kippu/contract/routes/desk/find';
import { deskChangeTicket, deskTicket } from '@kippu/contract/routes/desk/ticket';
import type { ChangedTicket, DeskAction, DeskTicket } from '@kippu/contract/calls/desk/ticket';
import { TRANSITIONS } from '@kippu/domain/ticket/life';
import { isRefusal } from '@kippu/client/call-error';
import { isOvertaken, useAct } from '../app/call/queries.ts';
import { text, useSay, type Text } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { Checkbox } from '../ui/controls/field.tsx';
import { ConfirmDialog } from '../ui/messages/dialog.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import css from './ticket.module.css';
import { SeatLine } from './ticket-seats.tsx';
import { groupedNumber } from '../app/text/ticket-words.ts';

/** The limits of the call's schema. */
const MAX_REASON = 200;

interface ActWords {
  readonly icon: LucideIcon;
  /** The text of the button that opens the dialog. */
  readonly button: Text;
  readonly title: Text;
  /** The effect on the ticket. */
  readonly does: Text;
  readonly confirm: Text;
  readonly done: Text;
  /** Whether it ends the ticket permanently and frees its seats. */
  readonly closes: boolean;
  /** Whether the traveller receives a mail. */
  readonly notifies: boolean;
}

const ACTS: Readonly<Record<DeskAction, ActWords>> = {
  suspend: {
    icon: CirclePause,
    button: text('一時停止', 'Suspend'),
    title: text('このきっぷを一時停止しますか', 'Suspend this ticket?'),
    does: text(
      'コードで改札を通れなくなります。座席予約は残り、あとで解除できます。',
      'Its codes open no gate until it is resumed. Reserved seats stay.',
    ),
    confirm: text('一時停止する', 'Suspend ticket'),
    done: text('一時停止しました', 'The ticket is suspended'),
    closes: false,
    notifies: true,
  },
  resume: {
    icon: CirclePlay,
    button: text('一時停止を解除', 'Resume'),
    title: text('一時停止を解除しますか', 'Resume this ticket?'),
    does: text(
      '停止する前の状態に戻ります。以前のコードは使えないままで、アプリできっぷを開くと新しいコードになります。',
      'Its former state is restored. Earlier codes stay invalid: opening it in the app fetches a new one.',
    ),
    confirm: text('解除する', 'Resume ticket'),
    done: text('一時停止を解除しました', 'The ticket works again'),
    closes: false,
    notifies: true,
  },
  reissue: {
    icon: RefreshCw,
    button: text('再発行', 'Reissue'),
    title: text('このきっぷを再発行しますか', 'Reissue this ticket?'),
    does: text(
      'このきっぷは使えなくなり、新しい番号とコードのきっぷに代わります。有効期限と、残りの乗車・予約の回数は引き継がれます。',
      'A new ticket with new numbers and codes replaces this one. It has the same validity, and the remaining journeys and seats.',
    ),
    confirm: text('再発行する', 'Reissue ticket'),
    done: text('再発行しました', 'The ticket is reissued'),
    closes: true,
    notifies: true,
  },
  refund: {
    icon: Undo2,
    button: text('払い戻し', 'Refund'),
    title: text('このきっぷを払い戻しますか', 'Refund this ticket?'),
    does: text(
      'きっぷは使えなくなり、元には戻せません。返金そのものはここでは行われません。',
      'It ends permanently and cannot be restored. The money is paid back separately.',
    ),
    confirm: text('払い戻しにする', 'Refund ticket'),
    done: text('払い戻し済みにしました', 'The ticket is refunded'),
    closes: true,
    notifies: true,
  },
  void: {
    icon: CircleOff,
    button: text('無効にする', 'Make void'),
    title: text('このきっぷを無効にしますか', 'Make this ticket void?'),
    does: text(
      'きっぷは使えなくなり、元には戻せません。不正や誤発行のときに使います。',
      'It ends permanently and cannot be restored. For abuse, or a ticket issued by mistake.',
    ),
    confirm: text('無効にする', 'Make ticket void'),
    done: text('無効にしました', 'The ticket is void'),
    closes: true,
    notifies: true,
  },
  disuse: {
    icon: Trash2,
    button: text('取り消し', 'Withdraw'),
    title: text('このきっぷを取り消しますか', 'Withdraw this ticket?'),
    does: text(
      'きっぷは使えなくなり、元には戻せません。使う人のいないきっぷを片づけるときに使います。',
      'It ends permanently and cannot be restored. For a ticket that is not needed.',
    ),
    confirm: text('取り消す', 'Withdraw ticket'),
    done: text('取り消しました', 'The ticket is withdrawn'),
    closes: true,
    notifies: false,
  },
};
const ORDER: readonly DeskAction[] = ['suspend', 'resume', 'reissue', 'refund', 'void', 'disuse'];

const WORDS = {
  actions: text('このきっぷの操作', 'What you can do'),
  none: text(
    'このきっぷは終わっているため、変更できません。',
    'This ticket has ended: nothing can be done with it.',
  ),
  freed: (count: number) =>
    text(
      '取り消され、ほかの人が予約できるようになる座席（{count}席）',
      'Seats that are cancelled and free for others ({count})',
      { count },
    ),
  keep: text('座席を新しいきっぷに引き継ぐ', 'Give the seats to the new ticket'),
  noSeats: text('これから乗る列車の予約はありません。', 'No seat is reserved on an upcoming train.'),
  notified: text(
    '旅客には、行ったことがメールで伝わります。理由は伝わりません。',
    'The traveller gets a mail about what was done, without the reason.',
  ),
  notNotified: text('旅客には伝わりません。', 'The traveller is not notified.'),
  nobody: text(
    'まだ誰も登録していないため、メールは送られません。渡したリンクとコードは使えなくなります。',
    'Nobody has added it, so no mail is sent. The link and codes that were handed out stop working.',
  ),
  nobodyReissued: text(
    'まだ誰も登録していないため、メールは送られません。渡したリンクとコード、注文全体のリンクは使えなくなります。',
    'Nobody has added it, so no mail is sent. The link and codes that were handed out stop working, and so does the link of the whole order.',
  ),
  nobodyResumed: text(
    'まだ誰も登録していないため、メールは送られません。',
    'Nobody has added it, so no mail is sent.',
  ),
  inside: text(
    '旅客が駅に入場中です。先に出場してもらうか、改札で出場を記録してから再発行してください。',
    'The traveller is inside a station. Let them out first, or record the exit at a gate. Then reissue it.',
  ),
  changed: (status: string) =>
    text(
      '画面を開いたあとに変わったため、行いませんでした。現在の状態は「{status}」です。上の内容を確かめ、それでも行うときは、もう一度押してください。',
      'Nothing was done, because the ticket changed after you opened it. It is now: {status}. Check it above, and press again if you still want this.',
      { status },
    ),
  meanwhile: (status: string) =>
    text(
      'ほかで変更されたため、行いませんでした。現在の状態は「{status}」です。',
      'Nothing was done, because it was changed in the meantime. It is now: {status}.',
      { status },
    ),
  usedUp: text(
    '改札の記録では乗車がすべて終わっているため、再発行できません。',
    'It cannot be reissued: according to the gates, no journey is left.',
  ),
};

/** What happens to what was handed out of a ticket that nobody has added. */
function nobodyWords(act: ActWords) {
  if (act === ACTS.resume) return WORDS.nobodyResumed;
  return act === ACTS.reissue ? WORDS.nobodyReissued : WORDS.nobody;
}

/** The effect on the traveller: seats and notification. */
function Effects({
  ticket,
  of: act,
  keepsSeats,
}: {
  readonly ticket: DeskTicket;
  readonly of: ActWords;
  readonly keepsSeats: boolean;
}) {
  const say = useSay();
  const { seats, bound } = ticket;
  return (
    <>
      <p>{say(act.does)}</p>
      {act.closes && !keepsSeats && seats.length > 0 && (
        <div className={css['freed']}>
          <p className={css['strong']}>{say(WORDS.freed(seats.length))}</p>
          <ul className={css['rides']}>
            {seats.map((seat) => (
              <li key={`${seat.reservationId} ${seat.seat}`}>
                <SeatLine of={seat} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {act.closes && seats.length === 0 && bound && <p>{say(WORDS.noSeats)}</p>}
      {bound && <p>{say(act.notifies ? WORDS.notified : WORDS.notNotified)}</p>}
      {!bound && <p>{say(nobodyWords(act))}</p>}
    </>
  );
}

export function TicketActions({
  ticket,
  onReissued,
}: {
  readonly ticket: DeskTicket;
  /** `keptSeats`: whether the new ticket has the seats. */
  readonly onReissued: (changed: ChangedTicket, keptSeats: boolean) => void;
}) {
  const say = useSay();
  const [asked, setAsked] = useState<DeskAction>();
  const [wantsSeats, setWantsSeats] = useState(true);
  const mayKeep = asked === 'reissue' && ticket.seats.length > 0;
  const keepsSeats = mayKeep && wantsSeats;
  const act = useAct(deskChangeTicket, {
    changes: [deskTicket, deskFind, deskFindAccount, deskAccountTickets],
    onDone: (changed) => {
      if (asked) toast(say(ACTS[asked].done));
      if (changed.reissued) onReissued(changed, keepsSeats);
      setAsked(undefined);
    },
  });
  // Another person or a gate acted first. The page shows the current state.
  const overtaken = isOvertaken(act.error);
  const allowed = ORDER.filter((action) => TRANSITIONS[ticket.status][action] !== undefined);
  const words = asked && ACTS[asked];
  const blocked = asked === 'reissue' && ticket.entry !== null;
  const refused = () => {
    if (isRefusal(act.error, 'TKT-0008')) return WORDS.inside;
    if (asked && isRefusal(act.error, 'DESK-0001') && allowed.includes(asked))
      return WORDS.changed(ticket.statusWord);
    if (asked === 'reissue' && act.error && overtaken && allowed.includes('reissue')) return WORDS.usedUp;
    return WORDS.meanwhile(ticket.statusWord);
  };
  if (allowed.length === 0 && !words) return <p className={css['quiet']}>{say(WORDS.none)}</p>;
  return (
    <div className={css['acts']} role="group" aria-label={say(WORDS.actions)}>
      {allowed.map((action) => (
        <Button
          key={action}
          kind="outline"
          icon={ACTS[action].icon}
          onClick={() => {
            act.clear();
            setAsked(action);
          }}
        >
          {say(ACTS[action].button)}
        </Button>
      ))}
      {asked && words && (
        <ConfirmDialog
          title={say(words.title)}
          confirm={say(words.confirm)}
          kind={words.closes ? 'destroy' : 'primary'}
          maxReasonLength={MAX_REASON}
          busy={act.busy}
          error={overtaken ? null : act.error}
          onConfirm={(reason) =>
            act.run({
              body: {
                ticketNo: ticket.ticketNo,
                action: asked,
                reason,
                seen: { version: ticket.version },
                ...(keepsSeats ? { keepSeats: true } : {}),
              },
            })
          }
          onClose={() => setAsked(undefined)}
        >
          <p className={css['strong']}>{groupedNumber(ticket.ticketNo)}</p>
          <Effects ticket={ticket} of={words} keepsSeats={keepsSeats} />
          {mayKeep && (
            <Checkbox checked={wantsSeats} onChecked={setWantsSeats} disabled={act.busy}>
              {say(WORDS.keep)}
            </Checkbox>
          )}
          {blocked && !overtaken && <NoticeBox tone="warn">{say(WORDS.inside)}</NoticeBox>}
          {overtaken && <NoticeBox tone="danger">{say(refused())}</NoticeBox>}
        </ConfirmDialog>
      )}
    </div>
  );
}
