// Tickets: the search, and one ticket on its own page.
import type { ScreenProps } from '../app/router/router.ts';
import { FindPage } from './find-page.tsx';
import { TicketPage } from './ticket-page.tsx';

export function TicketScreen({ rest: [ticketNo], query }: ScreenProps) {
  return ticketNo === undefined ? (
    <FindPage order={query['order'] ?? ''} />
  ) : (
    <TicketPage ticketNo={ticketNo} />
  );
}
