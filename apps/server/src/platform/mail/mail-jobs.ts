// Sends the queued mails, and says why one was not sent.
import type { JobHandler, Outcome } from '../jobs/job-runner.ts';
import { MAIL_JOB, TRIP_MAIL_JOB, type Mail, type TripMail } from './mail.ts';
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

/** Makes the mail about a trip from how things are now; undefined if there is nothing to say any more. */
export type MakeTripMail = (about: TripMail) => Promise<Mail | undefined>;

/** The jobs that send mails. */
const finishedMailJobs = (mailer: Mailer): JobHandler => ({
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

/** The jobs that make mails about trips, and send them. The relay's outage holds them as all other mails. */
const tripMailJobs = (mailer: Mailer, make: MakeTripMail): JobHandler => ({
  kind: TRIP_MAIL_JOB,
  atOnce: RELAY_CONNECTIONS,
  run: async ({ jobId, payload, queuedAt }) => {
    // Only tripMailJob makes jobs of this kind.
    const mail = await make(payload as TripMail);
    return mail ? tried(() => mailer.send(mail, { id: jobId, at: queuedAt })) : { end: 'done' };
  },
  probe: () => tried(() => mailer.verify()),
  remains: (payload) => payload,
});

/** Returns what sends the queued mails. */
export const mailJobs = (mailer: Mailer, make: MakeTripMail): JobHandler[] => [
  finishedMailJobs(mailer),
  tripMailJobs(mailer, make),
];
