// The source of a ticket's code: the server if it answers, the phone if it does not, none after a refusal.
import { qrcode, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { beforeEach, expect, test, vi } from 'vitest';
import { aTicketInUse, wallIn } from '../../../test/factories.ts';
import { FakeServer, succeeds, refuses } from '../../../test/fake-server.ts';
import { signIn } from '../../../test/sign-in.ts';
import { CallError } from '@kippu/client/call-error';
import { queryClient } from '../../app/query/queries.ts';
import type { CodeSource } from './code-state.ts';
import { forgetCode, keptCode } from './phone-codes.ts';
import { codeQuery } from './use-code.ts';

const HOUR = 3_600_000;
const ID = 'ticket-1';
const KEY = codeQuery(ID).queryKey;
let server: FakeServer;

const certificate = (endsIn: number) =>
  succeeds({
    certificate: 'oWFhAQ',
    issuedAt: wallIn(-HOUR),
    serverTime: wallIn(0),
    expiresAt: wallIn(endsIn),
  });
const ask = (): Promise<CodeSource> => codeQuery(ID).queryFn();
/** Fetches and keeps a certificate that expires in `endsIn` milliseconds. */
async function keep(endsIn: number): Promise<void> {
  server.answer(qrcode, () => certificate(endsIn));
  expect((await ask()).is).toBe('fresh');
  const code = await keptCode(ID);
  expect(code).toBeDefined();
  expect(code).not.toHaveProperty('unkept');
  queryClient.clear();
}

beforeEach(async () => {
  server = new FakeServer();
  server.give(ticketLoad, aTicketInUse());
  vi.stubGlobal('fetch', server.fetch);
  signIn();
  await forgetCode(ID);
  queryClient.clear();
});

test('the server’s answer is fresh, and kept for offline use', async () => {
  await keep(HOUR);
  expect(server.of(ticketLoad).at(-1)?.query).toEqual({ ticketId: ID });
  expect(server.of(qrcode).at(-1)?.query).toEqual({
    ticketId: ID,
    deviceKey: expect.stringMatching(/^[\w-]{44}$/),
  });
  server.lose(ticketLoad);
  expect(await ask()).toMatchObject({ is: 'offline', code: { certificate: 'oWFhAQ', ticketId: ID } });
});

test('offline, an expired certificate is reported as expired', async () => {
  await keep(-HOUR);
  server.lose(qrcode);
  expect(await ask()).toMatchObject({ is: 'outlived', code: { ticketId: ID } });
});

test('offline without a certificate, the reason is the network', async () => {
  server.lose(ticketLoad);
  const source = await ask();
  expect(source).toMatchObject({ is: 'notOnPhone', error: { kind: 'network' } });
  expect('error' in source && source.error).toBeInstanceOf(CallError);
});

test('the certificate is dropped when another phone has the ticket', async () => {
  await keep(HOUR);
  server.refuse(qrcode, 'TKT-0018');
  expect(await ask()).toMatchObject({
    is: 'manyPhones',
    error: { code: 'TKT-0018' },
    ticket: { ticketId: ID },
  });
  expect(await keptCode(ID)).toBeUndefined();
});

test('too many phones ends the code, if the ticket itself could not be loaded', async () => {
  server.refuse(ticketLoad, 'TKT-0018');
  expect(await ask()).toMatchObject({ is: 'ended', error: { code: 'TKT-0018' } });
});

test.each(['TKT-0007', 'TKT-0001'] as const)('the refusal %s drops the kept certificate', async (code) => {
  await keep(HOUR);
  server.refuse(qrcode, code);
  expect(await ask()).toMatchObject({ is: 'ended', error: { code }, ticket: { ticketId: ID } });
  expect(await keptCode(ID)).toBeUndefined();
});

test('after the validity the certificate is kept, for a gate that knows an entry', async () => {
  await keep(HOUR);
  server.refuse(qrcode, 'TKT-0005');
  expect(await ask()).toMatchObject({ is: 'ended', error: { code: 'TKT-0005' } });
  expect(await keptCode(ID)).toBeDefined();
});

test('after the validity an expired certificate is dropped', async () => {
  await keep(-HOUR);
  server.refuse(qrcode, 'TKT-0005');
  expect((await ask()).is).toBe('ended');
  expect(await keptCode(ID)).toBeUndefined();
});

test('a refusal that does not concern the ticket drops nothing', async () => {
  await keep(HOUR);
  server.refuse(qrcode, 'REQ-0007');
  expect((await ask()).is).toBe('offline');
  expect(await keptCode(ID)).toBeDefined();
});

/** Returns what the screen shows while the server has not answered. */
async function shownMeanwhile(): Promise<unknown> {
  let answered = () => {};
  const asked = new Promise<void>((resolve) => {
    server.answer(ticketLoad, () => {
      resolve();
      return new Promise((answer) => (answered = () => answer(refuses('TKT-0007'))));
    });
  });
  const asking = ask();
  await asked;
  const shown = queryClient.getQueryData(KEY);
  answered();
  await asking;
  return shown;
}

test('the kept certificate is shown while the request is pending', async () => {
  await keep(HOUR);
  expect(await shownMeanwhile()).toMatchObject({ is: 'fresh', code: { ticketId: ID } });
});

test('while the request is pending an expired or missing certificate is not shown', async () => {
  expect(await shownMeanwhile()).toBeUndefined();
  server.give(ticketLoad, aTicketInUse());
  await keep(-HOUR);
  expect(await shownMeanwhile()).toBeUndefined();
});

test('the earlier result is shown until the server answers', async () => {
  await keep(HOUR);
  const ended: CodeSource = { is: 'ended', error: new CallError('refused', { code: 'TKT-0007' }) };
  queryClient.setQueryData(KEY, ended);
  expect(await shownMeanwhile()).toBe(ended);
});

test('a prefetched code is reused for five minutes, and a failed prefetch is not retried', () => {
  expect(codeQuery(ID)).toMatchObject({ retry: false, staleTime: 300_000 });
});
