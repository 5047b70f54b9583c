// Lets a mail go without waiting for it: waiting would tell by time whether one was sent.
import type { FastifyBaseLogger } from 'fastify';
import type { Mail, Mailer } from '../mail/send-mail.ts';

/** Of a mail server's error, what holds no address: for a log. */
export function mailFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {};
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return { fault: error.name, code, responseCode };
}

/** Sends it unawaited; a failure is logged without the receiver. */
export function postMail(mailer: Mailer, mail: Mail, log: Pick<FastifyBaseLogger, 'error'>): void {
  mailer.send(mail).catch((error: unknown) => log.error(mailFault(error), 'mail not sent'));
}
