// Sends mail by SMTP, or stores it in the development mailbox when SMTP_URL is unset.
import { createTransport } from 'nodemailer';
import type { Colors } from '@kippu/contract/page-settings';
import { appName } from '@kippu/words/railway';
import { mailWords } from '@kippu/words/server-words';
import { isLoopbackHost } from '../http/loopback.ts';
import { refuseInTransaction } from '../db/transaction-scope.ts';
import type { Mail } from './mail.ts';
import { fillMail } from './mail-format.ts';
import { mailPage } from './mail-page.ts';

interface StoredMail extends Mail {
  readonly at: string;
}

/** What stays the same when a mail is sent again. */
export interface SentAs {
  /** Becomes the Message-ID, by which the receiver's server recognises a second copy. */
  readonly id: string;
  /** When it was queued, epoch milliseconds. */
  readonly at: number;
}

export interface Mailer {
  /** Rejects with the relay's error. */
  readonly send: (mail: Mail, as: SentAs) => Promise<void>;
  /** Connects and signs in without a mail. Rejects with the relay's error. */
  readonly verify: () => Promise<void>;
  /** Closes the connections to the relay. */
  readonly close: () => void;
  /** The mails in the development mailbox, newest first; undefined when mails are really sent. */
  readonly mailbox: ((to?: string) => readonly StoredMail[]) | undefined;
}

const MAX_STORED = 500;

/** The connections to the relay that a process opens at most, and the mails that it sends a second at most. SMTP_URL may name fewer. */
export const RELAY_CONNECTIONS = 5;
export const MAILS_A_SECOND = 20;
/** Ends a mail that takes longer, such as by a relay that trickles its answers. Shorter than a job's lease. */
const MAIL_TIMEOUT_MS = 60_000;

const RELAY_LIMITS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  pool: true,
  maxConnections: RELAY_CONNECTIONS,
  rateDelta: 1000,
  rateLimit: MAILS_A_SECOND,
  /** The queue tries again, and counts the tries. */
  maxRequeues: 1,
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
    verify: async () => undefined,
    close: () => undefined,
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
  return { url: smtpUrl, ...RELAY_LIMITS, requireTLS: protocol === 'smtp:' && !mayBePlain };
}

/** Who mails are from, where answers go, and how they look. */
export interface MailSenders {
  /** An address, with or without a name. Without one, mails are from the app's name. */
  readonly mailFrom: string;
  readonly mailReplyTo: string | undefined;
  /** The operator's colours; undefined for the usual ones. */
  readonly colors: Colors | undefined;
}

/** Returns the mail's text, the line that all mails end with, and how to end such mails. */
const plainText = ({ text, language, unsubscribe }: Mail): string =>
  [
    text,
    `-- \n${fillMail(mailWords(language).automatic)}`,
    ...(unsubscribe ? [`${unsubscribe.label}${unsubscribe.url}`] : []),
  ].join('\n\n');

/** Returns the subject with the app's name: a subject that names nobody looks like a fraud. */
function namedSubject({ subject, language }: Mail): string {
  const app = appName();
  if (subject.includes(app)) return subject;
  return /^(?:ja|zh)/.test(language) ? `【${app}】${subject}` : `${app}: ${subject}`;
}

/** Sends by SMTP over a pool of connections. */
export function smtpMailer(smtpUrl: string, { mailFrom, mailReplyTo, colors }: MailSenders): Mailer {
  const transport = createTransport(relayOptions(smtpUrl));
  // A mail's own error says the same; this one has no mail.
  transport.on('error', () => undefined);
  const domain = /@([^>\s]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost';
  return {
    send: async (mail, { id, at }) => {
      refuseInTransaction('a mail');
      await transport.sendMail({
        from: mailFrom.includes('<') ? mailFrom : { name: appName(), address: mailFrom },
        ...(mailReplyTo === undefined ? {} : { replyTo: mailReplyTo }),
        to: { name: '', address: mail.to },
        subject: namedSubject(mail),
        text: plainText(mail),
        html: mailPage(mail, colors),
        attachments: (mail.calendars ?? []).map(({ name, method, text: content }) => ({
          filename: name,
          content,
          contentType: `text/calendar; charset=utf-8; method=${method}`,
        })),
        date: new Date(at),
        messageId: `<${id}@${domain}>`,
        // RFC 3834: answers by robots are unwanted.
        headers: {
          'Auto-Submitted': 'auto-generated',
          'Content-Language': mail.language,
          ...(mail.unsubscribe && {
            'List-Unsubscribe': `<${mail.unsubscribe.url}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        signal: AbortSignal.timeout(MAIL_TIMEOUT_MS),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    verify: async () => {
      await transport.verify();
    },
    close: () => transport.close(),
    mailbox: undefined,
  };
}
