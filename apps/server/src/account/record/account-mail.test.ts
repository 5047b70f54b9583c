// Mails through a real SMTP server on loopback: five languages, a working code, and no receiver's address in a report.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { offeredLanguages, type Language } from '@kippu/contract/languages';
import { buildApp } from '../../app.ts';
import { smtpMailer } from '../../platform/mail/send-mail.ts';
import { EMAIL, OPEN, openAccountApp, type AccountFixture } from '../../../test/account.ts';
import { mailRunner } from '../../../test/app-context.ts';
import { SENDERS } from '../../../test/mails.ts';
import type { JobReport } from '../../platform/jobs/job-runner.ts';

interface Received {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

let phone: AccountFixture;
let app: Awaited<ReturnType<typeof buildApp>>;
let smtp: SMTPServer;
let mailer: ReturnType<typeof smtpMailer>;
const arrived: Received[] = [];

const unquote = (text: string): string => {
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};
/** Decodes a header's encoded words. */
const headerText = (text: string): string =>
  text
    .replaceAll(/\?=\r?\n?\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_whole, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : word
            .replaceAll('_', ' ')
            .replaceAll(/=([0-9A-F]{2})/g, (_hex, hex: string) =>
              String.fromCodePoint(Number.parseInt(hex, 16)),
            ),
    );

function readMail(raw: string, to: string): Received {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, end).replaceAll(/\r\n[ \t]/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  const boundary = /boundary="([^"]+)"/.exec(header('Content-Type'))?.[1] ?? '';
  const [, part = ''] = raw.slice(end + 4).split(`--${boundary}`);
  const [partHead = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const isBase64 = /Transfer-Encoding: base64/i.test(partHead);
  const text = isBase64 ? Buffer.from(body, 'base64').toString('utf8') : unquote(body);
  const subject = Buffer.from(headerText(header('Subject')), 'latin1').toString('utf8');
  return { from: header('From'), to, subject, text };
}

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('full@')) done(new Error(`552 mailbox of ${address} is full`));
      else done();
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        arrived.push(readMail(Buffer.concat(chunks).toString('latin1'), to));
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const { server } = smtp;
    smtp.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  phone = await openAccountApp();
  mailer = smtpMailer(`smtp://127.0.0.1:${port}`, SENDERS);
  app = await buildApp({ ...phone.deps, mail: mailer });
});
afterAll(async () => {
  mailer.close();
  await app.close();
  await phone.close();
  await new Promise<void>((resolve) => {
    smtp.close(() => resolve());
  });
});
beforeEach(async () => {
  await phone.reset();
  arrived.length = 0;
});

const reports: JobReport[] = [];
async function ask(url: string, payload: object, language: Language) {
  const answer = await app.inject({ method: 'POST', url, payload, headers: { 'accept-language': language } });
  await mailRunner({ ...phone.deps, mail: mailer }, reports).drain();
  return answer;
}

test('the code arrives in each language and registers', async () => {
  const subjects = new Set<string>();
  for (const [i, language] of offeredLanguages().entries()) {
    const email = `guest${i}+kippu@example.jp`;
    await ask(`${OPEN}/sendVerifyCode`, { email, purpose: 'registry' }, language);
    const { from, to, subject, text } = arrived.at(-1) ?? { from: '', to: '', subject: '', text: '' };
    expect([from, to]).toEqual(['Kippu <no-reply@kippu.example>', email]);
    expect(text).toMatch(/5/);
    subjects.add(subject);
    const verifyCode = /\d{6}/.exec(text)?.[0] ?? '';
    const registered = await phone.register({ email, emailRepeat: email, verifyCode });
    expect(registered.json().code).toBe('OK');
  }
  expect([...subjects]).toEqual([
    'Kippuの認証コード',
    'Your Kippu code',
    'Kippu 인증번호',
    'Kippu验证码',
    'Kippu驗證碼',
  ]);
});

test('the owner of a registered email gets a mail in the caller’s language, with the app’s address', async () => {
  await phone.newAccount();
  phone.deps.advance(60_000);
  await ask(`${OPEN}/sendVerifyCode`, { email: EMAIL, purpose: 'registry' }, 'en');
  expect(arrived[0]).toMatchObject({ to: EMAIL, subject: 'Kippu: You already have an account' });
  expect(arrived[0]?.text).toContain(phone.deps.config.publicOrigin);
});

test('a refused receiver changes no answer, and its address stays out of the report', async () => {
  const email = 'full@example.jp';
  const answer = await ask(`${OPEN}/sendVerifyCode`, { email, purpose: 'registry' }, 'ja');
  expect(answer.json().code).toBe('OK');
  expect(reports).toEqual([{ event: 'buried', kind: 'mail', topic: 'registry', reason: 'refused 550' }]);
});
