// Sends mails without waiting for them, because the waiting time would reveal whether one was sent.
import type { FastifyBaseLogger } from 'fastify';
import { refuseInTransaction } from '../db/transaction-scope.ts';
import type { Mail, Mailer } from './send-mail.ts';

type Log = Pick<FastifyBaseLogger, 'error'>;

/** Returns the parts of a mail server's error that contain no address, for the log. */
export function mailFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {};
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return { fault: error.name, code, responseCode };
}

/** The waits before each retry: long enough for a relay's restart and for greylisting. */
const AGAIN_AFTER_MS = [10_000, 60_000, 300_000, 1_200_000] as const;

/** Whether the relay has refused the mail permanently. */
const isFinal = (error: unknown): boolean => Number(mailFault(error)['responseCode'] ?? 0) >= 500;

function post(mailer: Mailer, mail: Mail, log: Log, waits: readonly number[]): void {
  refuseInTransaction('a mail');
  mailer.send(mail).catch((error: unknown) => {
    const [wait, ...later] = waits;
    if (wait === undefined || isFinal(error)) return log.error(mailFault(error), 'mail not sent');
    // The timer does not keep an ending process alive.
    return setTimeout(() => post(mailer, mail, log, later), wait).unref();
  });
}

/** Sends a mail once, without waiting. A failure is logged without the receiver. */
export function postMail(mailer: Mailer, mail: Mail, log: Log): void {
  post(mailer, mail, log, []);
}

/** As postMail, for a mail that nobody can request again: retries for about 25 minutes, unless the relay refuses it permanently. */
export function postMailWithRetries(mailer: Mailer, mail: Mail, log: Log): void {
  post(mailer, mail, log, AGAIN_AFTER_MS);
}
