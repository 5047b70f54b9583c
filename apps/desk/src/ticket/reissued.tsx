// The replacement ticket, and what to hand over.
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import { hrefOf } from '../app/router/router.ts';
import { text, useSay } from '../app/text/texts.ts';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Card } from '../ui/layout/page.tsx';
import { HandOver } from './hand-over.tsx';
import { groupedNumber } from '../app/text/ticket-words.ts';

const WORDS = {
  title: text('新しいきっぷを発行しました', 'The new ticket is issued'),
  open: (no: string) => text('新しいきっぷ {no} を開く', 'Open the new ticket {no}', { no }),
  bound: text(
    '新しいきっぷは、すでに旅客のアカウントに入っています。渡すものはありません。座席は予約し直すよう案内してください。',
    'The new ticket is already in the traveller’s account: there is nothing to hand over. Ask them to reserve their seats again.',
  ),
  kept: text(
    '新しいきっぷは、座席の予約とともに、すでに旅客のアカウントに入っています。渡すものはありません。',
    'The new ticket is already in the traveller’s account, with the seats: there is nothing to hand over.',
  ),
  order: text(
    '注文全体のリンクも新しくなりました。同じ注文のほかのきっぷをこれから追加する人には、新しいリンクを渡してください。いままでのリンクでは追加できません。',
    'The link of the whole order is new too. Give it to everybody who still has to add other tickets of the order: the former link adds nothing.',
  ),
};

export function Reissued({
  as: ticket,
  bound,
  keptSeats,
}: {
  readonly as: IssuedTicket;
  readonly bound: boolean;
  /** Whether it has the seats of the former ticket. */
  readonly keptSeats: boolean;
}) {
  const say = useSay();
  return (
    <Card
      title={say(WORDS.title)}
      aside={
        <a href={hrefOf('tickets', [ticket.ticketNo])}>{say(WORDS.open(groupedNumber(ticket.ticketNo)))}</a>
      }
    >
      {bound ? (
        <NoticeBox tone="ok">{say(keptSeats ? WORDS.kept : WORDS.bound)}</NoticeBox>
      ) : (
        <>
          <HandOver of={ticket} renewed />
          <p>{say(WORDS.order)}</p>
        </>
      )}
    </Card>
  );
}
