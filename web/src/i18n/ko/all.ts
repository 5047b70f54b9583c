import { clientWords, errorWords } from '@kippu/contract/words/error-words-ko';
import { account } from './account.ts';
import { common } from './common.ts';
import { help } from './help.ts';
import { notice } from './notice.ts';
import { seat } from './seat.ts';
import { ticket } from './ticket.ts';

export const messages = {
  account,
  common,
  help,
  notice,
  seat,
  ticket,
  errors: errorWords,
  client: clientWords,
};
