import type { MailWords } from '../../mail-words.ts';
import { account } from './account.ts';
import { disruption } from './disruption.ts';
import { journey } from './journey.ts';
import { partner } from './partner.ts';
import { push } from './push.ts';
import { reservation, stopPage } from './reservation.ts';
import { ticketChange } from './ticket-change.ts';
import { transfer } from './transfer.ts';

export const mails: MailWords = {
  open: '{app} 열기',
  automatic: '이 메일은 {app}에서 자동으로 보냈습니다.',
  zoned: '{moment}({zone})',
  account,
  disruption,
  journey,
  partner,
  push,
  reservation,
  stopPage,
  ticketChange,
  transfer,
};
