import { clientWords, errorWords } from '@kippu/contract/words/error-words-zh-cn';
import { common } from './common.ts';
import { seat } from './seat.ts';
import { ticket } from './ticket.ts';

export const messages = { common, seat, ticket, errors: errorWords, client: clientWords };
