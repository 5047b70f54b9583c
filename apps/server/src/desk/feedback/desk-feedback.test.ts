// Travellers' messages at the desk: listed, opened and answered for, each look recorded, and gone with their writer's account.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FeedbackHead } from '@kippu/contract/desk-feedback';
import { openTicketApp, type TicketFixture, type Traveller } from '../ticket/ticket-fixture.ts';
import { staffAtDesk, type AskDesk } from './staff-fixture.ts';

let fixture: TicketFixture;
let counter: AskDesk;
let hanako: Traveller;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  counter = await staffAtDesk(fixture, 'counter');
  hanako = await fixture.traveller('hanako', 'zh-TW');
});

const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');
const PICTURE = `data:image/png;base64,${PNG.toString('base64')}`;
const write = async (change: object = {}, who = hanako): Promise<string> => {
  const answer = await fixture.app.inject({
    ...{ method: 'POST', url: '/jtr-jwqs-app/guest/feedback/save' },
    payload: { topic: 'gate', text: 'The gate refused me.\n\nTwice.', ...change },
    headers: { authorization: who.authorization(), 'accept-language': 'zh-TW' },
  });
  return answer.json().data.feedbackId;
};
const list = async (query: Record<string, string> = {}) =>
  (await counter('GET', 'feedback', query)).json().data as { items: FeedbackHead[]; next?: string };
const open = async (feedbackId: string) => (await counter('GET', 'feedback/message', { feedbackId })).json();
const handle = async (feedbackId: string, handled = true, note = 'Wrote back.', ask = counter) =>
  (await ask('POST', 'feedback/handle', { feedbackId, handled, note })).json();
const recorded = () =>
  fixture.deps.db
    .selectFrom('staff_action')
    .select(['call', 'subject'])
    .where('call', 'like', '%eedback%')
    .orderBy('action_id')
    .execute();

test('a message is opened whole, with its lines, its ticket’s number and its picture, and nothing that tells whose it is', async () => {
  const ticketId = await hanako.bound('kansai-pass-2day');
  const { ticketNo } = await hanako.load(ticketId);
  const text = '  改札で\n止まった。\n\n— Help —\nQ: ?\nA: …';
  const feedbackId = await write({ ticketId, text, screenshot: PICTURE });
  const head = {
    ...{ feedbackId, at: '2026-04-01 09:00:00', topic: 'gate', language: 'zh-TW', ticketNo },
    ...{ hasPicture: true, handled: false },
  };
  expect((await list()).items).toEqual([{ ...head, beginning: '改札で 止まった。 — Help — Q: ? A: …' }]);
  const { data } = await open(feedbackId);
  expect(data).toEqual({ ...head, text: text.trim(), acts: [] });
  expect((await counter('GET', 'feedback/picture', { feedbackId })).json().data).toEqual({
    picture: PICTURE,
  });
  const whose = await counter('GET', 'feedback/writer', { feedbackId });
  expect(whose.json().data).toEqual({ email: 'hanako@example.jp' });
  expect(whose.headers['cache-control']).toBe('no-store');
  expect(await recorded()).toEqual(
    ['deskFeedback', 'deskFeedbackPicture', 'deskFeedbackWriter'].map((call) => ({
      call,
      subject: feedbackId,
    })),
  );
});

test('each look is recorded, also one that is asked for with a key again, and none of them is kept', async () => {
  const feedbackId = await write();
  const headers = { 'idempotency-key': 'look-0001' };
  for (let look = 0; look < 2; look += 1) await counter('GET', 'feedback/writer', { feedbackId }, headers);
  expect(await recorded()).toHaveLength(2);
  const kept = await fixture.deps.db.selectFrom('idempotency').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain('hanako@');
});

test('there is nothing to see of what is not there', async () => {
  const feedbackId = await write();
  for (const id of ['nothing', '%00', "'; --", 'x'.repeat(64)])
    for (const path of ['message', 'picture', 'writer'])
      expect((await counter('GET', `feedback/${path}`, { feedbackId: id })).json().code).toBe('REQ-0005');
  expect((await counter('GET', 'feedback/picture', { feedbackId })).json().code).toBe('REQ-0005');
  expect((await handle('nothing')).code).toBe('REQ-0005');
  expect((await handle(feedbackId, true, ' \n')).code).toBe('REQ-0001');
  expect(await recorded()).toEqual([]);
});

test('handled once, by whoever was first, with a note; opened again with why', async () => {
  const feedbackId = await write();
  const editor = await staffAtDesk(fixture, 'editor');
  const answers = await Promise.all([
    handle(feedbackId, true, 'Wrote back.'),
    handle(feedbackId, true, 'Called.', editor),
  ]);
  expect(answers.map(({ data }) => data.changed).toSorted()).toEqual([false, true]);
  expect((await open(feedbackId)).data.acts).toHaveLength(1);
  expect(JSON.stringify(await fixture.deps.db.selectFrom('idempotency').selectAll().execute())).not.toMatch(
    /Wrote|refused/,
  );
  fixture.deps.advance(60_000);
  expect((await handle(feedbackId, false, 'Wrong person.', editor)).data).toEqual({
    ...{ feedbackId, handled: false, changed: true },
  });
  const { handled, acts } = (await open(feedbackId)).data;
  expect([handled, acts[0]]).toEqual([
    false,
    { at: '2026-04-01 09:01:00', by: 'Test editor', handled: false, note: 'Wrong person.' },
  ]);
});

test('filtered by state, topic and ticket, page after page, each once', async () => {
  const ticketId = await hanako.bound('kansai-pass-2day');
  const at = new Date(fixture.deps.clock());
  await fixture.deps.db
    .insertInto('feedback')
    .values(
      Array.from({ length: 120 }, (_, n) => ({
        ...{
          feedback_id: `f${n}`,
          account_id: hanako.accountId,
          topic: n % 3 ? 'gate' : 'app',
          body: `${n}`,
        },
        ...{ ticket_id: n % 4 ? null : ticketId, picture: null, picture_type: null, language: 'ja' },
        // Some of them at the same instant.
        ...{ created_at: new Date(at.getTime() - Math.floor(n / 5)), handled: n % 2 === 1 },
      })),
    )
    .execute();
  const all = async (query: Record<string, string>) => {
    const seen: FeedbackHead[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(cursor === undefined ? query : { ...query, cursor });
      seen.push(...page.items);
      cursor = page.next;
    } while (cursor !== undefined);
    expect(new Set(seen.map(({ feedbackId }) => feedbackId)).size).toBe(seen.length);
    return seen;
  };
  expect(await all({})).toHaveLength(120);
  expect(await all({ state: 'open' })).toHaveLength(60);
  expect(await all({ state: 'handled', topic: 'app' })).toHaveLength(20);
  expect(await all({ withTicket: 'true' })).toHaveLength(30);
  for (const wrong of [{ cursor: 'x' }, { state: 'none' }, { withTicket: 'perhaps' }])
    expect((await counter('GET', 'feedback', wrong)).json().code).toBe('REQ-0001');
});

test('a deleted account takes its messages with it, and what staff noted about them', async () => {
  const feedbackId = await write();
  await handle(feedbackId, true, 'Hanako Yamada, room 12');
  await open(feedbackId);
  fixture.deps.advance(20 * 86_400_000);
  await hanako.signIn();
  expect((await hanako.logOff()).json().code).toBe('OK');
  const { db } = fixture.deps;
  for (const table of ['feedback', 'feedback_act'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  const left = [
    await db.selectFrom('idempotency').selectAll().execute(),
    await db.selectFrom('staff_action').selectAll().execute(),
  ];
  expect(JSON.stringify(left)).not.toMatch(/hanako|yamada|refused/i);
});

test('visitors, travellers and sales systems read none of it', async () => {
  const feedbackId = await write();
  const { authorization } = { authorization: hanako.authorization() };
  for (const path of ['feedback', 'feedback/message', 'feedback/picture', 'feedback/writer']) {
    const url = `/desk/${path}${path === 'feedback' ? '' : `?feedbackId=${feedbackId}`}`;
    expect((await fixture.app.inject({ url })).json().code).toBe('SES-0001');
    const guest = await fixture.app.inject({ url, headers: { authorization } });
    expect(guest.json().code).toBe('SES-0003');
    const key = { authorization: `ApiKey ${fixture.deps.config.deskApiKey}` };
    expect((await fixture.app.inject({ url, headers: key })).json().code).toBe('SES-0006');
  }
});
