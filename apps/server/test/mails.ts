// Mails for tests of sending.
import type { Db } from '../src/platform/db/database.ts';
import { MAIL_JOB, type Mail } from '../src/platform/mail/mail.ts';
import type { SentAs } from '../src/platform/mail/send-mail.ts';

export const SENDERS = {
  mailFrom: 'Kippu <no-reply@kippu.example>',
  mailReplyTo: undefined,
  colors: undefined,
} as const;
export const SENT_AS: SentAs = { id: 'a-job', at: Date.parse('2026-04-01T00:00:00Z') };

/** Makes a mail to `to`. */
export const aMail = (to: string, change: Partial<Mail> = {}): Mail => ({
  kind: 'passwordChanged',
  to,
  language: 'en',
  subject: 's',
  text: 't',
  ...change,
});

/** Makes the relay count as down at `now` (epoch milliseconds); the next try is due. */
export async function relayDown(db: Db, now: number): Promise<void> {
  const at = new Date(now);
  const row = {
    kind: MAIL_JOB,
    failures: 2,
    since: at,
    tried_at: at,
    next_at: at,
    reason: 'relay ECONNREFUSED',
  };
  await db.insertInto('job_outage').values(row).execute();
}
