import type { MailWords } from '../../mail-words.ts';
import { account } from './account.ts';
import { disruption } from './disruption.ts';
import { journey } from './journey.ts';
import { ticketChange } from './ticket-change.ts';
import { transfer } from './transfer.ts';

export const mails: MailWords = {
  open: '開啟Kippu',
  automatic: '此郵件由Kippu自動寄出。',
  account,
  disruption,
  journey,
  ticketChange,
  transfer,
};
