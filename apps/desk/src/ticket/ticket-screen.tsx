// Tickets: found by whatever names them, then one of them on a page of its own.
import type { ScreenProps } from '../app/router.ts';
import { FindPage } from './find-page.tsx';
import { TicketPage } from './ticket-page.tsx';

export function TicketScreen({ rest: [ticketNo], query }: ScreenProps) {
  return ticketNo === undefined ? (
    <FindPage order={query['order'] ?? ''} />
  ) : (
    <TicketPage ticketNo={ticketNo} />
  );
}
