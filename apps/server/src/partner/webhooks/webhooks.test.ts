// Webhooks from an act to a receiver on this machine: signed, at least once, in the order of each ticket, and again after faults.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import type { Webhook } from '@kippu/contract/calls/desk/partners';
import type { WebhookTopic } from '@kippu/contract/partner/webhook-topics';
import type { Db } from '../../platform/db/database.ts';
import { newPoster, type Poster } from '../../platform/http/post-outside.ts';
import { deliverMails } from '../../../test/app-context.ts';
import {
  isSignedBy,
  isSignedByKey,
  openReceiver,
  type GotWebhook,
} from '../../../test/partner/webhook-receiver.ts';
import { staffAtDesk, type AskDesk } from '../../../test/staff.ts';
import { openTestDeps } from '../../../test/app-context.ts';
import { emptyTablesNamed } from '../../../test/test-database.ts';
import { openTicketApp, type TestUser, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { writeExpiries } from '../events/write-expiries.ts';
import { WebhookDeliverer } from './deliver-webhooks.ts';
import { webhookState } from './delivery-store.ts';
import type { Sent } from './send-webhook.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Receiver = Awaited<ReturnType<typeof openReceiver>>;

let fixture: TicketFixture;
let db: Db;
let manager: AskDesk;
let hanako: TestUser;
let partnerId: string;
let receiver: Receiver;
let poster: Poster;
const posters: Poster[] = [];

beforeAll(async () => {
  const deps = await openTestDeps();
  fixture = await openTicketApp(undefined, {
    ...deps,
    config: { ...deps.config, webhooks: { allowsLoopback: true } },
  });
  ({ db } = fixture.deps);
  const sales = db.selectFrom('partner').select('partner_id').where('desk_calls', '=', true);
  ({ partner_id: partnerId } = await sales.executeTakeFirstOrThrow());
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  await inTransaction(db, (trx) => emptyTablesNamed(trx, ['webhook_endpoint']));
  manager = await staffAtDesk(fixture, 'manager');
  hanako = await fixture.traveller('hanako');
  receiver = await openReceiver();
  poster = newPosterOf(2_000);
});
afterEach(async () => {
  for (const each of posters.splice(0)) each.close();
  await receiver.close();
});

function newPosterOf(timeoutMs: number): Poster {
  const made = newPoster({
    allowed: { allowsLoopback: true },
    connections: 4,
    clock: () => fixture.deps.clock(),
    timeoutMs,
  });
  posters.push(made);
  return made;
}

/** What ended in each process's tries. */
const ends: Sent['end'][] = [];
const disabled: { endpointId: string; reason: string }[] = [];
/** A process that delivers. */
function process({ through = poster, allowsLoopback = true } = {}): WebhookDeliverer {
  ends.length = 0;
  disabled.length = 0;
  return new WebhookDeliverer({
    ...fixture.deps,
    allowed: { allowsLoopback },
    poster: through,
    metrics: { delivered: (end) => ends.push(end) },
    report: (about) => disabled.push(about),
    failed: (error) => {
      throw error;
    },
    random: () => 0.5,
  });
}
/** Transactions of other tests run in databases of the same server, and can still precede events as far as the server knows. */
const visible = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select 1 from partner_event where era = (select era from partner_event_era)
        and tx >= pg_snapshot_xmin(pg_current_snapshot())`.execute(db);
      expect(rows).toEqual([]);
    },
    { timeout: 60_000 },
  );
/** Delivers all that is due now. */
async function deliver(through = process()): Promise<void> {
  await visible();
  await through.drain();
}

async function added(
  change: { url?: string; topics?: WebhookTopic[] } = {},
): Promise<{ webhook: Webhook; secret: string }> {
  const answer = await manager('POST', 'partners/webhooks/add', {
    partnerId,
    url: receiver.url(),
    topics: [],
    ...change,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().data;
}
const act = async (call: string, endpointId: string, more: object = {}, of = partnerId) =>
  manager('POST', `partners/webhooks/${call}`, { partnerId: of, endpointId, ...more });
const listed = async (): Promise<Webhook[]> =>
  (await manager('GET', 'partners/webhooks', { partnerId }))
    .json()
    .data.items.toSorted((a: Webhook, b: Webhook) => (a.url < b.url ? -1 : 1));
const kindsAt = (path = '/hook') =>
  receiver.got.filter((got) => got.path === path).map(({ body }) => body.kind);
const ofTicket = (ticketId: string | undefined) =>
  receiver.got.filter(({ body }) => body.ticketId === ticketId);
const once = (got: readonly GotWebhook[]) => new Set(got.map(({ id }) => id)).size;

/** Issues a ticket, adds it to an account and begins its use: four events. */
async function usedTicket(): Promise<string> {
  const [ticket] = await fixture.issue('kansai-pass-2day');
  await hanako.post('bind', { link: ticket?.link });
  await hanako.post('use', { ticketId: ticket?.ticketId });
  return ticket?.ticketId ?? '';
}
const USED = ['ticket.issue', 'ticket.bind', 'ticket.use'];

test('what happens to a ticket arrives signed by the secret and by the published key, as the feed gives it', async () => {
  await fixture.issue('city-day-qr');
  const { secret } = await added();
  const ticketId = await usedTicket();
  await deliver();
  // What happened before the endpoint was added is not sent.
  expect(kindsAt()).toHaveLength(4);
  expect(ofTicket(ticketId).map(({ body }) => body.kind)).toEqual(USED);
  const [first] = ofTicket(ticketId);
  if (!first) throw new Error('nothing arrived');
  expect(Object.keys(first.body)).toEqual(['cursor', 'kind', 'orderId', 'ticketId', 'at', 'data']);
  expect(first.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-timestamp': String(fixture.deps.clock() / 1000),
  });
  expect(JSON.stringify(receiver.got.map(({ text }) => text))).not.toContain(hanako.accountId);
  const key = (await fixture.app.inject({ url: '/partner/webhook-key.json' })).json();
  for (const got of receiver.got) {
    expect([isSignedBy(secret, got), isSignedByKey(key.publicKey, got)]).toEqual([true, true]);
    expect(isSignedBy(secret, { ...got, text: `${got.text} ` })).toBe(false);
  }
  await deliver();
  expect(receiver.got).toHaveLength(4);
});

test('an endpoint gets the events of its topics only', async () => {
  await added({ url: receiver.url('/used'), topics: ['used'] });
  await added({ url: receiver.url('/seats'), topics: ['seatReserved', 'seatChanged'] });
  await usedTicket();
  const ticketId = await hanako.bound('kansai-wide-5day');
  const reservationId = await hanako.book([ticketId], ['4-1A']);
  const moved = await hanako.hold([ticketId], ['4-2A'], { change: reservationId });
  await hanako.seat('seatChange', { reservationId, holdId: moved.json().data?.holdId });
  await hanako.seat('seatCancel', { reservationId });
  await deliver();
  expect(kindsAt('/used')).toEqual(['ticket.use']);
  expect(
    receiver.got.filter(({ path }) => path === '/seats').map(({ body }) => [body.kind, body.data['seat']]),
  ).toEqual([
    ['seat.reserved', '4-1A'],
    ['seat.changed', '4-2A'],
    ['seat.cancelled', '4-2A'],
  ]);
});

test('while one ticket’s event fails, its later ones wait and other tickets’ go on; then all come in order', async () => {
  await added();
  const failing = await usedTicket();
  receiver.answer(({ body }, response) => {
    if (body.ticketId !== failing) return false;
    response.statusCode = 500;
    response.end();
    return true;
  });
  const other = await usedTicket();
  await deliver();
  expect(ofTicket(other).map(({ body }) => body.kind)).toEqual(USED);
  expect(ofTicket(failing).map(({ body }) => body.kind)).toEqual(['ticket.issue']);
  expect(await listed()).toMatchObject([{ waiting: 3, reason: 'answered 500', state: 'open' }]);
  receiver.answer();
  fixture.deps.advance(MINUTE_MS);
  await deliver();
  expect(ofTicket(failing).map(({ body }) => body.kind)).toEqual(['ticket.issue', ...USED]);
  expect(await listed()).toMatchObject([{ waiting: 0 }]);
  expect((await listed())[0]?.failingSince).toBeUndefined();
});

test('an endpoint that is down for an hour is tried less and less, and gets each event once when it is up', async () => {
  await added();
  const answered: string[] = [];
  receiver.answer((_got, response) => {
    response.statusCode = 503;
    response.end();
    return true;
  });
  for (let n = 0; n < 5; n += 1) await usedTicket();
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await deliver();
    fixture.deps.advance(5 * MINUTE_MS);
  }
  // Four at once at first, then one alone after growing waits.
  expect(receiver.got.length).toBeLessThan(15);
  receiver.got.length = 0;
  receiver.answer(({ id }) => {
    answered.push(id);
    return false;
  });
  fixture.deps.advance(HOUR_MS);
  await deliver();
  expect(answered).toHaveLength(20);
  expect(once(receiver.got)).toBe(20);
  for (const ticketId of new Set(receiver.got.flatMap(({ body }) => body.ticketId ?? [])))
    expect(ofTicket(ticketId).map(({ body }) => body.kind)).toEqual(USED);
});

test('a process that ends between sending and storing leaves the event to another, with the same id', async () => {
  await added();
  await fixture.issue('city-day-qr');
  const endless = new Promise<never>(() => undefined);
  const dying = process({
    through: {
      post: async (...sent) => {
        await poster.post(...sent);
        return endless;
      },
      close: () => undefined,
    },
  });
  await visible();
  await dying.look();
  await vi.waitFor(() => expect(receiver.got).toHaveLength(2));
  const other = process();
  await other.drain();
  // The other process waits for the end of the lease.
  expect(receiver.got).toHaveLength(2);
  fixture.deps.advance(2 * MINUTE_MS);
  await other.drain();
  expect(receiver.got).toHaveLength(4);
  expect(once(receiver.got)).toBe(2);
  expect(await listed()).toMatchObject([{ waiting: 0 }]);
});

test('two processes share the endpoints: each event arrives once, in order', async () => {
  for (const name of ['/a', '/b', '/c']) await added({ url: receiver.url(name) });
  for (let n = 0; n < 3; n += 1) await usedTicket();
  await visible();
  const [one, two] = [process(), process()];
  await Promise.all([one.drain(), two.drain()]);
  await deliver();
  for (const path of ['/a', '/b', '/c']) {
    const got = receiver.got.filter((each) => each.path === path);
    expect([got.length, once(got)]).toEqual([12, 12]);
    for (const ticketId of new Set(got.flatMap(({ body }) => body.ticketId ?? [])))
      expect(got.filter(({ body }) => body.ticketId === ticketId).map(({ body }) => body.kind)).toEqual(USED);
  }
});

test('a dead endpoint holds no other one, and no redirect is followed', async () => {
  await added({ url: `http://127.0.0.1:${receiver.port}/elsewhere` });
  await added({ url: receiver.url('/works') });
  receiver.answer(({ path }, response) => {
    if (path !== '/elsewhere') return false;
    response.statusCode = 302;
    response.setHeader('location', receiver.url('/stolen'));
    response.end();
    return true;
  });
  await usedTicket();
  await deliver();
  expect(kindsAt('/works')).toHaveLength(4);
  expect(kindsAt('/stolen')).toEqual([]);
  expect(await listed()).toMatchObject([{ reason: 'answered 302' }, { waiting: 0 }]);
});

test('a slow answer ends by the time limit, and an endless one counts by its status', async () => {
  await added({ url: receiver.url('/slow') });
  await added({ url: receiver.url('/endless') });
  let sent = 0;
  receiver.answer(({ path }, response) => {
    if (path === '/slow') return true;
    const more = (): void => {
      if (response.destroyed) return;
      sent += 1;
      if (response.write(Buffer.alloc(4096))) setImmediate(more);
      else response.once('drain', more);
    };
    response.statusCode = 200;
    more();
    return true;
  });
  await fixture.issue('city-day-qr');
  await deliver(process({ through: newPosterOf(200) }));
  expect(await listed()).toMatchObject([{ waiting: 0 }, { waiting: 2, reason: 'timeout' }]);
  // What a connection buffers before it is destroyed is bounded.
  expect(sent).toBeLessThan(10_000);
});

test('after three days without an accepted event the endpoint is disabled, its partner is mailed, and the desk’s home counts it', async () => {
  await db
    .updateTable('partner')
    .set({ contact: 'sales@tripshop.example' })
    .where('partner_id', '=', partnerId)
    .execute();
  const { webhook } = await added();
  receiver.answer((_got, response) => {
    response.statusCode = 500;
    response.end();
    return true;
  });
  const ticketId = await usedTicket();
  for (let hours = 0; hours < 71; hours += 1) {
    await deliver();
    fixture.deps.advance(HOUR_MS);
  }
  manager = await staffAtDesk(fixture, 'manager');
  expect((await listed())[0]?.state).toBe('open');
  for (let hours = 0; hours < 6; hours += 1) {
    const sends = process();
    await deliver(sends);
    if (disabled.length > 0) break;
    fixture.deps.advance(HOUR_MS);
  }
  expect(disabled).toEqual([{ endpointId: webhook.endpointId, reason: 'answered 500' }]);
  manager = await staffAtDesk(fixture, 'manager');
  expect(await listed()).toMatchObject([{ state: 'disabled', waiting: 4 }]);
  expect((await manager('GET', 'home')).json().data.webhooks).toMatchObject({ count: 1 });
  await deliverMails(fixture.deps);
  const mails = (await fixture.app.inject({ url: '/dev/mail.json?to=sales@tripshop.example' })).json();
  expect(mails).toHaveLength(1);
  expect(mails[0].text).toContain(webhook.url);

  receiver.answer();
  receiver.got.length = 0;
  fixture.deps.advance(DAY_MS);
  await deliver();
  expect(receiver.got).toEqual([]);
  manager = await staffAtDesk(fixture, 'manager');
  await act('switch', webhook.endpointId, { act: 'on' });
  await deliver();
  expect(ofTicket(ticketId).map(({ body }) => body.kind)).toEqual(USED);
  expect((await manager('GET', 'home')).json().data.webhooks).toEqual({ count: 0 });
});

test('an endpoint that answers 410 is disabled at once', async () => {
  await added();
  receiver.answer((_got, response) => {
    response.statusCode = 410;
    response.end();
    return true;
  });
  await fixture.issue('city-day-qr');
  await deliver();
  expect((await listed())[0]).toMatchObject({ state: 'disabled', reason: 'answered 410' });
});

test('after a rotation both secrets sign, until the former one ends', async () => {
  const { webhook, secret } = await added();
  const rotated = (await act('secret', webhook.endpointId)).json().data;
  expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(rotated.secret).not.toBe(secret);
  expect((await act('secret', webhook.endpointId)).json().code).toBe('DESK-0014');
  const signs = async () => {
    receiver.got.length = 0;
    await fixture.issue('city-day-qr');
    await deliver();
    return receiver.got.map((got) => [isSignedBy(secret, got), isSignedBy(rotated.secret, got)]);
  };
  expect(await signs()).toEqual([
    [true, true],
    [true, true],
  ]);
  expect((await act('switch', webhook.endpointId, { act: 'endFormerSecret' })).json().code).toBe('OK');
  expect(await signs()).toEqual([
    [false, true],
    [false, true],
  ]);
  const stored = await db.selectFrom('webhook_endpoint').select('secret').execute();
  expect(JSON.stringify(stored)).not.toContain(rotated.secret.slice(6));
  const answers = await db.selectFrom('idempotency').select('answer').execute();
  expect(JSON.stringify(answers)).not.toContain(rotated.secret.slice(6));
});

test('the former secret ends by itself after a week', async () => {
  const { webhook, secret } = await added();
  await act('secret', webhook.endpointId);
  fixture.deps.advance(7 * DAY_MS);
  await fixture.issue('city-day-qr');
  await deliver();
  expect(receiver.got.map((got) => isSignedBy(secret, got))).toEqual([false, false]);
});

test('a test event is sent at once, and says how it went', async () => {
  const { webhook, secret } = await added();
  expect((await act('test', webhook.endpointId)).json().data).toEqual({ accepted: true });
  expect(receiver.got).toMatchObject([{ body: { kind: 'webhook.test', data: {} } }]);
  expect(receiver.got.every((got) => isSignedBy(secret, got))).toBe(true);
  receiver.answer((_got, response) => {
    response.statusCode = 418;
    response.end();
    return true;
  });
  expect((await act('test', webhook.endpointId)).json().data).toEqual({
    accepted: false,
    reason: 'answered 418',
  });
});

test('a manager sends events again, from a message or from a time', async () => {
  const { webhook } = await added();
  const ticketId = await usedTicket();
  await deliver();
  const all = receiver.got.splice(0).map(({ id }) => id);
  const use = all.at(-1);
  expect((await act('replay', webhook.endpointId, { messageId: use })).json().code).toBe('OK');
  await deliver();
  expect(receiver.got.map(({ id, body }) => [id, body.kind])).toEqual([[use, 'ticket.use']]);
  receiver.got.length = 0;
  expect((await act('replay', webhook.endpointId, { from: '2026-04-01 08:00:00' })).json().code).toBe('OK');
  await deliver();
  expect(
    receiver.got
      .map(({ id }) => id)
      .filter((id) => all.includes(id))
      .toSorted(),
  ).toEqual(all.toSorted());
  expect(ofTicket(ticketId).map(({ body }) => body.kind)).toEqual(USED);
  for (const wrong of [
    {},
    { messageId: 'evt_0_999999' },
    { messageId: 'no id' },
    { from: '2027-01-01 00:00:00' },
  ])
    expect((await act('replay', webhook.endpointId, wrong)).json().code).toBe('REQ-0001');
});

test('an endpoint of another partner is as one that does not exist', async () => {
  const { webhook } = await added();
  const terms = { name: 'Another Shop', contact: 'a@another.example', sellsAll: true, products: [] };
  const other = (await manager('POST', 'partners', terms)).json().data.partnerId;
  const acts: readonly (readonly [string, object])[] = [
    ['change', { url: receiver.url(), topics: [] }],
    ['switch', { act: 'close' }],
    ['secret', {}],
    ['test', {}],
    ['replay', { from: '2026-04-01 08:00:00' }],
  ];
  for (const [call, more] of acts) {
    const answer = await act(call, webhook.endpointId, more, other);
    expect([call, answer.statusCode, answer.json().code]).toEqual([call, 404, 'REQ-0005']);
  }
  const ofOther = await manager('GET', 'partners/webhooks', { partnerId: other });
  expect(ofOther.json().data.items).toEqual([]);
  expect(receiver.got).toEqual([]);
  await db.deleteFrom('partner').where('partner_id', '=', other).execute();
});

test('a closed endpoint gets nothing and is not listed', async () => {
  const { webhook } = await added();
  await fixture.issue('city-day-qr');
  expect((await act('switch', webhook.endpointId, { act: 'close' })).json().code).toBe('OK');
  await deliver();
  expect([receiver.got, await listed()]).toEqual([[], []]);
});

test('a ticket that ends unused has one event', async () => {
  const { webhook } = await added({ topics: ['expired'] });
  const [ticket] = await fixture.issue('city-day-qr');
  await fixture.issue('city-day-qr', 1, { useExpireDate: '2026-05-31' });
  expect(await writeExpiries(db, fixture.deps.clock())).toBe(0);
  fixture.deps.advance(30 * DAY_MS);
  expect(await writeExpiries(db, fixture.deps.clock())).toBe(1);
  expect(await writeExpiries(db, fixture.deps.clock())).toBe(0);
  await deliver();
  expect(receiver.got.map(({ body }) => [body.kind, body.ticketId])).toEqual([
    ['ticket.expire', ticket?.ticketId],
  ]);
  // The server was off for longer than it looks back.
  fixture.deps.advance(60 * DAY_MS);
  expect(await writeExpiries(db, fixture.deps.clock())).toBe(0);
  expect(webhook.topics).toEqual(['expired']);
});

test.each([
  'http://partner.example/hook',
  'https://10.0.0.8/hook',
  'https://[fd00::1]/hook',
  'https://intranet/hook',
  'https://user:word@partner.example/hook',
  'ftp://partner.example/hook',
  'no address',
])('%s is no address of an endpoint', async (url) => {
  const answer = await manager('POST', 'partners/webhooks/add', { partnerId, url, topics: [] });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'REQ-0001']);
});

test('this machine is not called without the setting, although the address was stored with it', async () => {
  await added();
  await fixture.issue('city-day-qr');
  await deliver(process({ allowsLoopback: false }));
  expect(receiver.got).toEqual([]);
  expect((await listed())[0]).toMatchObject({ reason: 'address not allowed' });
});

test('what waits for a closed partner is in no metric: nobody is to be called for it', async () => {
  await added();
  await usedTicket();
  receiver.answer((_got, response) => {
    response.statusCode = 500;
    response.end();
    return true;
  });
  await deliver();
  fixture.deps.advance(HOUR_MS);
  expect(await webhookState(db, fixture.deps.clock())).toMatchObject({ waiting: 4 });
  const close = (at: Date | null) =>
    db.updateTable('partner').set({ closed_at: at }).where('partner_id', '=', partnerId).execute();
  await close(new Date(fixture.deps.clock()));
  try {
    expect(await webhookState(db, fixture.deps.clock())).toEqual({
      waiting: 0,
      oldestSeconds: 0,
      disabled: 0,
    });
  } finally {
    await close(null);
  }
});
