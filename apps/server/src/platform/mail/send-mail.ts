// Sends mail by SMTP, or stores it in the development mailbox when SMTP_URL is unset.
import { createTransport } from 'nodemailer';
import { isLoopbackHost } from '../http/loopback.ts';
import { refuseInTransaction } from '../db/transaction-scope.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
interface StoredMail extends Mail {
  readonly at: string;
}

export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>;
  /** The mails in the development mailbox, newest first; undefined when mails are really sent. */
  readonly mailbox: ((to?: string) => readonly StoredMail[]) | undefined;
}

const MAX_STORED = 500;

/** Limits how long a relay that stops responding holds a connection: each mail uses one. */
const RELAY_TIMEOUTS_MS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
} as const;

/** Stores mails in memory for `/dev/mail`. */
export function devMailbox(clock: () => number): Mailer {
  const mails: StoredMail[] = [];
  return {
    send: async (mail) => {
      refuseInTransaction('a mail');
      mails.unshift({ ...mail, at: new Date(clock()).toISOString() });
      mails.length = Math.min(mails.length, MAX_STORED);
    },
    mailbox: (to) => mails.filter((mail) => to === undefined || mail.to === to.trim().toLowerCase()),
  };
}

/**
 * Returns the connection options of a relay. A relay on another machine must use TLS with a trusted certificate: `smtp://` becomes TLS by
 * STARTTLS, and a relay without it gets no mail unless the URL ends with `?ignoreTLS=true`.
 */
export function relayOptions(smtpUrl: string) {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const mayBePlain = isLoopbackHost(hostname) || searchParams.get('ignoreTLS') === 'true';
  return { url: smtpUrl, ...RELAY_TIMEOUTS_MS, requireTLS: protocol === 'smtp:' && !mayBePlain };
}

/** Sends by SMTP, from an address at the public origin's host. */
export function smtpMailer(smtpUrl: string, publicOrigin: string): Mailer {
  const transport = createTransport(relayOptions(smtpUrl));
  const from = `Kippu <no-reply@${new URL(publicOrigin).hostname}>`;
  return {
    send: async (mail) => {
      refuseInTransaction('a mail');
      await transport.sendMail({ from, ...mail });
    },
    mailbox: undefined,
  };
}
