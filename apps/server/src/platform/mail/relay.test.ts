// Mails through a relay on loopback that is slow, full or down: none is lost, and none floods it.
import { createServer, type AddressInfo } from 'node:net';
import { domainToASCII } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '@kippu/words/languages';
import { appName } from '@kippu/words/railway';
import { mailWords } from '@kippu/words/server-words';
import { emptyTables } from '../../../test/test-database.ts';
import { mailRunner, openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { aMail, SENDERS } from '../../../test/mails.ts';
import { buildApp } from '../../app.ts';
import { inTransaction } from '../db/database.ts';
import type { JobReport } from '../jobs/job-runner.ts';
import { isDown } from '../jobs/outage-store.ts';
import { MAIL_JOB, queueMail, type Mail } from './mail.ts';
import { fillMail } from './mail-format.ts';
import { smtpMailer, type Mailer } from './send-mail.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-04-01T09:00:00+09:00');

interface Relay {
  readonly port: number;
  /** The mails that it took, as they came. */
  readonly taken: { readonly to: string; readonly raw: string }[];
  /** The most connections at once. */
  readonly most: () => number;
  /** Refuses a receiver, or takes it. */
  refuse: (address: string) => Error | undefined;
  readonly close: () => Promise<void>;
}

const coded = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

async function openRelay(port = 0): Promise<Relay> {
  let open = 0;
  let most = 0;
  const taken: Relay['taken'] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect: (_session, done) => {
      open += 1;
      most = Math.max(most, open);
      done();
    },
    onClose: () => {
      open -= 1;
    },
    onRcptTo: ({ address }, _session, done) => done(relay.refuse(address)),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        taken.push({ to, raw: Buffer.concat(chunks).toString('latin1') });
        // As slow as one turn of the event loop: the other connections are busy meanwhile.
        setImmediate(() => done());
      });
    },
  });
  // The pool ends its connections while the relay may still write.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const relay: Relay = {
    port: (server.server.address() as AddressInfo).port,
    taken,
    most: () => most,
    refuse: () => undefined,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return relay;
}

let deps: TestDeps;
let relay: Relay;
let mailer: Mailer;
let reports: JobReport[];
beforeAll(async () => {
  deps = await openTestDeps(START);
});
afterAll(() => deps.close());
beforeEach(async () => {
  deps.advance(START - deps.clock());
  await emptyTables(deps.db);
  relay = await openRelay();
  mailer = mailerOf(relay.port);
  reports = [];
});
afterEach(async () => {
  mailer.close();
  await relay.close();
});

// The bound of mails a second is real time.
const mailerOf = (port: number) => smtpMailer(`smtp://127.0.0.1:${port}?rateLimit=10000`, SENDERS);
const queue = (mail: Mail) =>
  inTransaction(deps.db, (trx) => queueMail(trx, deps.queue, mail, { accountId: null }, deps.clock()));
const send = () => mailRunner({ ...deps, mail: mailer }, reports).drain();
const header = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(raw.replaceAll(/\r\n[ \t]/g, ' '))?.[1] ?? '';

test('two hundred sign-ups at once get two hundred codes over five connections at most', async () => {
  const app = await buildApp({ ...deps, mail: mailer });
  const runner = mailRunner({ ...deps, mail: mailer }, reports);
  deps.queue.onWake(() => runner.fill());
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      app.inject({
        method: 'POST',
        url: '/jtr-jwqs-app/open/account/info/sendVerifyCode',
        payload: { email: `guest${i}@example.jp`, purpose: 'registry' },
        remoteAddress: `192.0.2.${i}`,
      }),
    ),
  );
  await runner.drain();
  expect(answers.filter((answer) => answer.json().code !== 'OK')).toEqual([]);
  expect(new Set(relay.taken.map(({ to }) => to)).size).toBe(200);
  expect(relay.taken).toHaveLength(200);
  expect(relay.most()).toBeLessThanOrEqual(5);
  await app.close();
});

test('a mail that the relay defers is sent later with the same Message-ID and date', async () => {
  relay.refuse = () => coded(450, 'greylisted');
  await queue(aMail('hanako@example.jp'));
  await send();
  expect(relay.taken).toEqual([]);
  expect(reports).toMatchObject([{ event: 'deferred', reason: 'deferred 450' }]);
  const { job_id: jobId } = await deps.db.selectFrom('job').select('job_id').executeTakeFirstOrThrow();
  deps.advance(MINUTE);
  relay.refuse = () => undefined;
  await send();
  const [{ raw } = { raw: '' }] = relay.taken;
  expect(header(raw, 'Message-ID')).toBe(`<${jobId}@kippu.example>`);
  expect(header(raw, 'Date')).toBe('Wed, 01 Apr 2026 00:00:00 +0000');
  expect(header(raw, 'Auto-Submitted')).toBe('auto-generated');
});

test('an address that the relay refuses for ever is a dead letter, and delays no other mail', async () => {
  relay.refuse = (address) => (address.startsWith('gone') ? coded(550, `no ${address}`) : undefined);
  await queue(aMail('gone@example.jp'));
  await queue(aMail('hanako@example.jp'));
  await send();
  expect(relay.taken.map(({ to }) => to)).toEqual(['hanako@example.jp']);
  const dead = await deps.db.selectFrom('job').select(['reason', 'dead_at']).execute();
  expect(dead).toEqual([{ reason: 'refused 550', dead_at: new Date(START) }]);
  expect(JSON.stringify(reports)).not.toContain('gone@');
});

test('a relay that is down for an hour gets every mail when it is back, over five connections at most', async () => {
  const { port } = relay;
  await relay.close();
  for (let i = 0; i < 30; i += 1) await queue(aMail(`guest${i}@example.jp`));
  for (let i = 0; i < 60; i += 1) {
    await send();
    deps.advance(MINUTE);
  }
  expect(await isDown(deps.db, MAIL_JOB, deps.clock())).toBe(true);
  relay = await openRelay(port);
  deps.advance(2 * MINUTE);
  await send();
  expect(new Set(relay.taken.map(({ to }) => to)).size).toBe(30);
  expect(relay.taken).toHaveLength(30);
  expect(relay.most()).toBeLessThanOrEqual(5);
  expect(reports.map(({ event }) => event)).toEqual(['outage', 'outageOver']);
});

test('a relay that refuses us, and not a receiver, loses no mail', async () => {
  const sockets = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('554 no service for you\r\n');
  });
  await new Promise<void>((resolve) => void sockets.listen(0, '127.0.0.1', resolve));
  const refusing = mailerOf((sockets.address() as AddressInfo).port);
  await queue(aMail('hanako@example.jp'));
  await mailRunner({ ...deps, mail: refusing }, reports).drain();
  refusing.close();
  await new Promise<void>((resolve) => void sockets.close(() => resolve()));
  expect(reports.map(({ event }) => event)).toEqual(['outage']);
  deps.advance(MINUTE);
  await send();
  expect(relay.taken).toHaveLength(1);
});

/** Decodes the words of a header that are not ASCII (RFC 2047). */
const decoded = (text: string): string =>
  text.replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=\s*/gi, (_word, encoding: string, body: string) =>
    encoding.toUpperCase() === 'B'
      ? Buffer.from(body, 'base64').toString()
      : decodeURIComponent(body.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
  );

describe('a mail', () => {
  test.each(LANGUAGES)('in %s is text and HTML of that language', async (language) => {
    await queue(
      aMail('hanako@example.jp', { language, subject: '件名', text: 'あ <b>\n\nhttps://kippu.example' }),
    );
    await send();
    const [{ raw } = { raw: '' }] = relay.taken;
    expect(header(raw, 'Content-Type')).toContain('multipart/alternative');
    expect(header(raw, 'Content-Language')).toBe(language);
    expect(raw).toMatch(/Content-Type: text\/plain; charset=utf-8/i);
    expect(raw).toMatch(/Content-Type: text\/html; charset=utf-8/i);
  });

  test('names the app in its subject once, and ends with who sent it', async () => {
    const app = appName();
    await queue(aMail('hanako@example.jp', { language: 'en', subject: 'Your ticket', text: 'Text' }));
    await queue(aMail('hanako@example.jp', { language: 'ja', subject: '件名', text: '本文' }));
    await queue(aMail('hanako@example.jp', { language: 'en', subject: `Your ${app} code`, text: 'Text' }));
    await send();
    const subjects = relay.taken.map(({ raw }) => decoded(header(raw, 'Subject') ?? ''));
    expect(subjects.toSorted()).toEqual(
      [`${app}: Your ticket`, `Your ${app} code`, `【${app}】件名`].toSorted(),
    );
    const english = relay.taken.find(({ raw }) => raw.includes(`${app}: Your ticket`));
    expect(english?.raw).toContain(fillMail(mailWords('en').automatic));
  });

  test('to a domain in another script is addressed in ASCII', async () => {
    await queue(aMail('hanako@旅行.example'));
    await send();
    // This relay decodes the addresses of receivers, so the bytes that it got are compared.
    expect(header(relay.taken[0]?.raw ?? '', 'To')).toContain(`hanako@${domainToASCII('旅行.example')}`);
  });

  test('is from the address of the settings, and answers go where they say', async () => {
    mailer.close();
    mailer = smtpMailer(`smtp://127.0.0.1:${relay.port}`, {
      mailFrom: 'きっぷ <tickets@kippu.example>',
      mailReplyTo: 'help@kippu.example',
      colors: undefined,
    });
    await queue(aMail('hanako@example.jp'));
    await send();
    const [{ raw } = { raw: '' }] = relay.taken;
    expect(header(raw, 'From')).toMatch(/^=\?UTF-8\?.*<tickets@kippu\.example>$/);
    expect(header(raw, 'Reply-To')).toBe('help@kippu.example');
  });

  test('is from the app’s name if the settings have an address only', async () => {
    mailer.close();
    const mailFrom = 'no-reply@kippu.example';
    mailer = smtpMailer(`smtp://127.0.0.1:${relay.port}`, { ...SENDERS, mailFrom });
    await queue(aMail('hanako@example.jp'));
    await send();
    expect(header(relay.taken[0]?.raw ?? '', 'From')).toBe(`${appName()} <${mailFrom}>`);
  });
});
