// Travellers' messages at the desk: listed, opened and handled, each view audited, and deleted with their writer's account.
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FeedbackHead } from '@kippu/contract/calls/desk/feedback';
import { readFeedbackVersion } from './desk-feedback-store.ts';
import { openTicketApp, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';
import { staffAtDesk, type AskDesk } from '../../../test/staff.ts';

let fixture: TicketFixture;
let counter: AskDesk;
let hanako: TestUser;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  counter = await staffAtDesk(fixture, 'counter');
  hanako = await fixture.traveller('hanako', 'zh-TW');
});

const PNG = await sharp({ create: { width: 4, height: 3, channels: 3, background: '#08f' } })
  .png()
  .toBuffer();
const PICTURE = `data:image/png;base64,${PNG.toString('base64')}`;
const write = async (change: object = {}, who = hanako): Promise<string> => {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/jtr-jwqs-app/guest/feedback/save',
    payload: { topic: 'gate', text: 'The gate refused me.\n\nTwice.', ...change },
    headers: { authorization: who.authorization(), 'accept-language': 'zh-TW' },
  });
  return answer.json().data.feedbackId;
};
const list = async (query: Record<string, string> = {}) =>
  (await counter('GET', 'feedback', query)).json().data as { items: FeedbackHead[]; next?: string };
const open = async (feedbackId: string) => (await counter('GET', 'feedback/message', { feedbackId })).json();
const versionOf = (feedbackId: string) => readFeedbackVersion(fixture.deps.db, feedbackId);
const handle = async (feedbackId: string, handled = true, note = 'Wrote back.', ask = counter) => {
  const version = await versionOf(feedbackId);
  return (await ask('POST', 'feedback/handle', { feedbackId, version, handled, note })).json();
};
const recorded = () =>
  fixture.deps.db
    .selectFrom('staff_action')
    .select(['call', 'subject'])
    .where('call', 'like', '%eedback%')
    .where('call', '<>', 'deskFeedbackList')
    .orderBy('action_id')
    .execute();

test('a message opens with its lines, its ticket’s number and its picture, without its writer', async () => {
  const ticketId = await hanako.bound('kansai-pass-2day');
  const { ticketNo } = await hanako.load(ticketId);
  const text = '  改札で\n止まった。\n\n— Help —\nQ: ?\nA: …';
  const feedbackId = await write({ ticketId, text, screenshot: PICTURE });
  const head = {
    feedbackId,
    at: '2026-04-01 09:00:00',
    topic: 'gate',
    language: 'zh-TW',
    ticketNo,
    hasPicture: true,
    handled: false,
  };
  expect((await list()).items).toEqual([{ ...head, beginning: '改札で 止まった。 — Help — Q: ? A: …' }]);
  const { data } = await open(feedbackId);
  expect(data).toEqual({ ...head, text: text.trim(), version: '0', acts: [] });
  const { picture } = (await counter('GET', 'feedback/picture', { feedbackId })).json().data;
  const kept = await sharp(Buffer.from(picture.split(',')[1], 'base64')).metadata();
  expect([picture.split(',')[0], kept.width, kept.height]).toEqual(['data:image/png;base64', 4, 3]);
  const writer = await counter('GET', 'feedback/writer', { feedbackId });
  expect(writer.json().data).toEqual({ email: 'hanako@example.jp' });
  expect(writer.headers['cache-control']).toBe('no-store');
  expect(await recorded()).toEqual(
    ['deskFeedback', 'deskFeedbackPicture', 'deskFeedbackWriter'].map((call) => ({
      call,
      subject: feedbackId,
    })),
  );
});

test('each view is audited, even a retry with the same key, and no answer is stored', async () => {
  const feedbackId = await write();
  const headers = { 'idempotency-key': 'look-0001' };
  for (let look = 0; look < 2; look += 1) await counter('GET', 'feedback/writer', { feedbackId }, headers);
  expect(await recorded()).toHaveLength(2);
  const kept = await fixture.deps.db.selectFrom('idempotency').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain('hanako@');
});

test('a missing message, picture or writer is not found', async () => {
  const feedbackId = await write();
  for (const id of ['nothing', '%00', "'; --", 'x'.repeat(64)])
    for (const path of ['message', 'picture', 'writer'])
      expect((await counter('GET', `feedback/${path}`, { feedbackId: id })).json().code).toBe('REQ-0005');
  expect((await counter('GET', 'feedback/picture', { feedbackId })).json().code).toBe('REQ-0005');
  expect((await handle('nothing')).code).toBe('REQ-0005');
  expect((await handle(feedbackId, true, ' \n')).code).toBe('REQ-0001');
  expect(await recorded()).toEqual([]);
});

test('an act is refused when somebody has acted since it was decided, even if the message is open again', async () => {
  const feedbackId = await write();
  const { version } = (await open(feedbackId)).data;
  await handle(feedbackId, true, 'Wrote back.');
  await handle(feedbackId, false, 'Wrong person.');
  const late = { feedbackId, version, handled: true, note: 'Called.' };
  expect((await counter('POST', 'feedback/handle', late)).json().code).toBe('DESK-0001');
  const now = (await open(feedbackId)).data;
  expect([now.handled, now.acts.length]).toEqual([false, 2]);
  expect((await counter('POST', 'feedback/handle', { ...late, version: now.version })).json().code).toBe(
    'OK',
  );
});

test('a message is handled once, by the first, with a note; and opened again with a reason', async () => {
  const feedbackId = await write();
  const editor = await staffAtDesk(fixture, 'editor');
  const answers = await Promise.all([
    handle(feedbackId, true, 'Wrote back.'),
    handle(feedbackId, true, 'Called.', editor),
  ]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['DESK-0001', 'OK']);
  expect((await open(feedbackId)).data.acts).toHaveLength(1);
  expect(JSON.stringify(await fixture.deps.db.selectFrom('idempotency').selectAll().execute())).not.toMatch(
    /Wrote|refused/,
  );
  fixture.deps.advance(60_000);
  expect((await handle(feedbackId, false, 'Wrong person.', editor)).data).toEqual({
    feedbackId,
    handled: false,
  });
  const { handled, acts } = (await open(feedbackId)).data;
  expect([handled, acts[0]]).toEqual([
    false,
    { at: '2026-04-01 09:01:00', by: 'Test editor', handled: false, note: 'Wrong person.' },
  ]);
});

test('filtered by state, topic and ticket, page by page, each message once', async () => {
  const ticketId = await hanako.bound('kansai-pass-2day');
  const at = new Date(fixture.deps.clock());
  await fixture.deps.db
    .insertInto('feedback')
    .values(
      Array.from({ length: 120 }, (_, n) => ({
        feedback_id: `f${n}`,
        account_id: hanako.accountId,
        topic: n % 3 ? 'gate' : 'app',
        body: `${n}`,
        ticket_id: n % 4 ? null : ticketId,
        picture: null,
        picture_type: null,
        language: 'ja',
        // Some of them have the same time.
        created_at: new Date(at.getTime() - Math.floor(n / 5)),
        handled: n % 2 === 1,
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

test('a deleted account takes its messages along, and the notes of staff about them', async () => {
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

test('visitors, travellers and sales systems cannot read any', async () => {
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
