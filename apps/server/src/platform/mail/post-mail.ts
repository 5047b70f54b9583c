// Lets a mail go without waiting for it: waiting would tell by time whether one was sent.
import type { FastifyBaseLogger } from 'fastify';
import type { Mail, Mailer } from '../mail/send-mail.ts';

type Log = Pick<FastifyBaseLogger, 'error'>;

/** Of a mail server's error, what holds no address: for a log. */
export function mailFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {};
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return { fault: error.name, code, responseCode };
}

/** How long after each failure a mail is tried again: over a relay's restart, and over one that puts strangers off at first. */
const AGAIN_AFTER_MS = [10_000, 60_000, 300_000, 1_200_000] as const;

/** The relay said that it will never take it. */
const isFinal = (error: unknown): boolean => Number(mailFault(error)['responseCode'] ?? 0) >= 500;

function post(mailer: Mailer, mail: Mail, log: Log, waits: readonly number[]): void {
  mailer.send(mail).catch((error: unknown) => {
    const [wait, ...later] = waits;
    if (wait === undefined || isFinal(error)) return log.error(mailFault(error), 'mail not sent');
    // A process that ends does not wait for it.
    return setTimeout(() => post(mailer, mail, log, later), wait).unref();
  });
}

/** Sends it once, unawaited; a failure is logged without the receiver. */
export function postMail(mailer: Mailer, mail: Mail, log: Log): void {
  post(mailer, mail, log, []);
}

/** As postMail, for what nobody can ask for again: tries for some 25 minutes, unless the relay refuses it for good. */
export function insistOnMail(mailer: Mailer, mail: Mail, log: Log): void {
  post(mailer, mail, log, AGAIN_AFTER_MS);
}
