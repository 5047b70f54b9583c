// What the first screen says: loaded before all else.
import { common } from './common.ts';
import { ticket } from './ticket.ts';

export const first = { common, ticket };
