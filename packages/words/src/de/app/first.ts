// The words of the first screen, loaded before all others.
import { common } from './common.ts';
import { ticketList } from './ticket-list.ts';

export const first = { common, ticket: ticketList };
