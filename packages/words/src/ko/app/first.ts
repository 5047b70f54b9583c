// The words of the first screen, loaded before all others. The others take them from here, so that they are one file of the build.
import { common } from './common.ts';
import { ticketList } from './ticket-list.ts';

export const first = { common, ticket: ticketList };
