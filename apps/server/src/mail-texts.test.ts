// Mails use the same terms as the app, and write times in words.
import { expect, test } from 'vitest';
import { LANGUAGES } from '@kippu/words/languages';
import { saysOtherTerm } from '@kippu/words/test/language-slips';
import {
  alreadyRegisteredMail,
  codeMail,
  deletedMail,
  passwordChangedMail,
} from './account/record/account-mails.ts';
import { changeMail } from './desk/tickets/change-mails.ts';
import { RESERVATION, RETIMED } from '../test/reservation/reservation.ts';
import { disruptionTexts } from './reservation/disruption/disruption-texts.ts';
import {
  endedText,
  linkMail,
  receivedMail,
  returnedMail,
  sentMail,
  takenMail,
} from './transfer/transfer-mails.ts';

const TICKET = { product: RESERVATION, ticketId: 't', ticketNo: '1234' };

test.each(LANGUAGES)('every mail calls things as the app does, in %s', (language) => {
  const to = 'you@example.com';
  const at = '2026-12-31 15:00:00';
  const several = { tickets: [TICKET, { ...TICKET, ticketId: 'u', ticketNo: '5678' }] };
  const about = {
    to,
    language,
    at,
    other: 'me@example.com',
    ...TICKET,
    tickets: [TICKET],
    origin: 'https://kippu.example',
    reservations: [RESERVATION],
  };
  const kinds = ['cancelled', 'seatGone', 'retimed', 'restored'] as const;
  const acts = ['suspend', 'resume', 'refund', 'void', 'reissue'] as const;
  const mails = [
    codeMail(to, language, { purpose: 'registry', code: '123456' }),
    codeMail(to, language, { purpose: 'resetPassword', code: '123456' }),
    alreadyRegisteredMail(to, language, about.origin),
    passwordChangedMail(to, language, at, about.origin),
    deletedMail(to, language, at, endedText(language, [about])),
    sentMail(about),
    receivedMail(about),
    sentMail({ ...about, ...several }),
    receivedMail({ ...about, ...several }),
    takenMail(about),
    linkMail({ ...about, link: 'https://kippu.example/#/x', until: at }),
    returnedMail(about),
    ...acts.map((action) => changeMail({ ...about, action, newTicketNo: '5678', freed: [RESERVATION] })),
    ...kinds.map((kind) => {
      const { title, what, next, facts } = disruptionTexts(RESERVATION, { ...RETIMED, kind }, language);
      return { subject: title, text: [what, ...facts, next].join('\n') };
    }),
  ];
  for (const { subject, text } of mails) {
    expect(saysOtherTerm(language, `${subject}\n${text}`), `${subject}: ${text}`).toBe(false);
    expect(text, 'two particles').not.toMatch(/[은을이과]\([는를가와]\)/);
    expect(text, 'a wire time').not.toMatch(/\d{4}-\d\d-\d\d|:\d\d:\d\d/);
    expect(`${subject}\n${text}`, 'an unfilled place').not.toMatch(/[{}]|undefined/);
  }
});
