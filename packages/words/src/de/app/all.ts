import { clientWords, notFound } from '../errors/phone.ts';
import { errorWords } from '../errors/server.ts';
import { account, laterCommon } from './account.ts';
import { code } from './code.ts';
import { first } from './first.ts';
import { help } from './help.ts';
import { late } from './late.ts';
import { notice } from './notice.ts';
import { push } from './push.ts';
import { seat } from './seat.ts';
import { station } from './station.ts';
import { party, purchase, ticketLife } from './ticket-life.ts';
import { ticket } from './ticket.ts';
import { travel } from './travel.ts';

export const messages = {
  account,
  code,
  common: { ...first.common, ...laterCommon },
  help,
  late,
  notFound,
  notice,
  party,
  purchase,
  push,
  seat,
  station,
  ticket,
  ticketLife,
  travel,
  errors: errorWords,
  client: clientWords,
};
