// Sends the queued mails, and says why one was not sent.
import type { JobHandler, Outcome } from '../jobs/job-runner.ts';
import { MAIL_JOB, type Mail } from './mail.ts';
import { RELAY_CONNECTIONS, type Mailer } from './send-mail.ts';

/** SMTP commands about the relay itself or our account there. From the receiver on, an answer is about one mail. */
const ABOUT_ONE_MAIL = new Set(['RCPT TO', 'DATA']);

/**
 * Returns what a mail server's error means for the mail. The reason has no address: the kind of answer, and its number or the fault's name.
 */
function outcomeOf(error: unknown): Outcome {
  const { code, responseCode, command } = (error ?? {}) as Record<string, unknown>;
  const number = typeof responseCode === 'number' ? responseCode : 0;
  const isAboutMail = ABOUT_ONE_MAIL.has(String(command)) || code === 'EMESSAGE';
  // 421: the relay closes the connection, whatever the command was.
  if (isAboutMail && number >= 500) return { end: 'refused', reason: `refused ${number}` };
  if (isAboutMail && number >= 400 && number !== 421)
    return { end: 'deferred', reason: `deferred ${number}` };
  // Without an answer and without a command: the address or the mail itself cannot be sent.
  if (code === 'EENVELOPE' && number === 0) return { end: 'refused', reason: 'refused EENVELOPE' };
  return { end: 'outage', reason: number > 0 ? `relay ${number}` : `relay ${String(code ?? 'unknown')}` };
}

async function tried(work: () => Promise<void>): Promise<Outcome> {
  try {
    await work();
    return { end: 'done' };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** The jobs that send mails. */
export const mailJobs = (mailer: Mailer): JobHandler => ({
  kind: MAIL_JOB,
  atOnce: RELAY_CONNECTIONS,
  // Only queueMail makes jobs of this kind.
  run: ({ jobId, payload, queuedAt }) =>
    tried(() => mailer.send(payload as Mail, { id: jobId, at: queuedAt })),
  probe: () => tried(() => mailer.verify()),
  remains: (payload, expires) => {
    // The code is secret, and useless by the time somebody reads the list.
    const { code: _code, ...mail } = payload as Mail;
    return expires ? { ...mail, text: '' } : mail;
  },
});
