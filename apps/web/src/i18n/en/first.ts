// What the first screen says: loaded before all else.
import { common } from './common.ts';
import { ticketList } from './ticket-list.ts';

export const first = { common, ticket: ticketList };
