// Sends mail by SMTP, or keeps it in the dev mailbox when SMTP_URL is unset.
import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
interface KeptMail extends Mail {
  readonly at: string;
}

export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>;
  /** The dev mailbox, newest first; undefined when mails really leave. */
  readonly kept: ((to?: string) => readonly KeptMail[]) | undefined;
}

const KEEP_MOST = 500;

/** A relay that takes the connection and then says nothing holds it no longer than this: of so many mails each holds one. */
const RELAY_TIMEOUTS_MS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
} as const;

/** Keeps mails in memory for `/dev/mail`. */
export function devMailbox(clock: () => number): Mailer {
  const mails: KeptMail[] = [];
  return {
    send: async (mail) => {
      mails.unshift({ ...mail, at: new Date(clock()).toISOString() });
      mails.length = Math.min(mails.length, KEEP_MOST);
    },
    kept: (to) => mails.filter((mail) => to === undefined || mail.to === to.trim().toLowerCase()),
  };
}

/** Sends by SMTP, from an address of the public origin's host. */
export function smtpMailer(smtpUrl: string, publicOrigin: string): Mailer {
  const transport = createTransport({ url: smtpUrl, ...RELAY_TIMEOUTS_MS });
  const from = `Kippu <no-reply@${new URL(publicOrigin).hostname}>`;
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...mail });
    },
    kept: undefined,
  };
}
