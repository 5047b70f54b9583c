// Notices written at the desk: travellers see them at once, and again when republished, and no editor overwrites another.
import { offeredLanguages } from '@kippu/contract/languages';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeskNotice, DeskNoticeHead } from '@kippu/contract/calls/desk/notices';
import { unreadNotices, noticeToShow } from '@kippu/domain/notice/unread';
import { buildApp } from '../../app.ts';
import { loadNotices } from '../../notice/notice-files.ts';
import { openTicketApp, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { addStaff, asking, staffAtDesk, tryToSignIn, type AskDesk } from '../../../test/staff.ts';

let fixture: TicketFixture;
let editor: AskDesk;

beforeAll(async () => {
  // 2026-12-01 09:00 in Tokyo, when the operator's own notices are shown.
  fixture = await openTicketApp(Date.parse('2026-12-01T09:00:00+09:00'));
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  editor = await staffAtDesk(fixture, 'editor');
});

const five = (words: string) =>
  Object.fromEntries(offeredLanguages().map((each) => [each, `${words} ${each}`]));
const input = (change: object = {}) => ({
  from: '2026-12-01 09:00:00',
  until: '2026-12-24 23:59:59',
  level: 'important',
  once: true,
  title: five('Strike'),
  body: five('No trains.\n\n- **None**'),
  tellAgain: false,
  ...change,
});
const said = async (answer: ReturnType<AskDesk>) => {
  const { statusCode, json } = await answer;
  return `${statusCode} ${json().code}`;
};
const save = async (change: object = {}): Promise<DeskNotice> => {
  const answer = (await editor('POST', 'notices', input(change))).json();
  expect(answer).toMatchObject({ code: 'OK' });
  return answer.data;
};
const phone = async (call: string, language = 'en', query: Record<string, string> = {}, { app } = fixture) =>
  (
    await app.inject({
      url: `/jtr-jwqs-app/guest/notice/info/${call}`,
      query,
      headers: { 'accept-language': language },
    })
  ).json();
const shown = async (language?: string) => (await phone('listSaasNotice', language)).data;
const idsOf = (notices: readonly { readonly noticeId: string }[]) => notices.map(({ noticeId }) => noticeId);

test('every traveller sees a saved notice at once, on each process, in their language, among the operator’s own', async () => {
  const filed = idsOf(await shown());
  expect(filed.length).toBeGreaterThan(0);
  const other = await buildApp(fixture.deps);
  const notice = await save();
  expect(notice).toMatchObject({
    noticeId: expect.stringMatching(/^desk-\d+$/),
    source: 'desk',
    state: 'shown',
    version: 1,
    written: { at: '2026-12-01 09:00:00', by: 'Test editor' },
  });
  const phoneId = `${notice.noticeId}.1`;
  expect(idsOf(await shown())).toEqual([phoneId, ...filed]);
  for (const language of offeredLanguages()) {
    const { data } = await phone(
      'loadSaasNotice',
      language,
      { noticeId: phoneId },
      { ...fixture, app: other },
    );
    expect(data).toMatchObject({
      title: `Strike ${language}`,
      body: `No trains.\n\n- **None** ${language}`,
      next: filed[0],
      level: 'important',
      once: true,
      at: '2026-12-01 09:00:00',
    });
  }
  await other.close();
});

test('a notice appears at its first second and disappears after its last', async () => {
  const { noticeId } = await save({ from: '2026-12-01 09:00:10', until: '2026-12-01 09:00:20' });
  const stateOf = async () => (await editor('GET', 'notice', { noticeId })).json().data.state;
  const isShown = async () => idsOf(await shown()).includes(`${noticeId}.1`);
  const seen = [[await stateOf(), await isShown()]];
  for (const step of [10_000, 10_900, 100]) {
    fixture.deps.advance(step);
    seen.push([await stateOf(), await isShown()]);
  }
  expect(seen).toEqual([
    ['coming', false],
    ['shown', true],
    ['shown', true],
    ['past', false],
  ]);
});

test('a correction stays read; a republished notice is new on every phone, and old links lead to it', async () => {
  const { noticeId } = await save();
  const read = idsOf(await shown());
  fixture.deps.advance(30 * 60_000);
  const corrected = await save({ noticeId, version: 1, title: five('Strike!') });
  expect(corrected).toMatchObject({ version: 2, saved: { at: '2026-12-01 09:30:00' } });
  expect(noticeToShow(await shown(), read, read)).toBeUndefined();
  const again = await save({ noticeId, version: 2, title: five('Over'), tellAgain: true });
  expect(again.toldAgainAt).toBe('2026-12-01 09:30:00');
  const notices = await shown();
  expect(notices[0]).toMatchObject({
    noticeId: `${noticeId}.2`,
    at: '2026-12-01 09:30:00',
    title: 'Over en',
  });
  expect(unreadNotices(notices, read)[0]?.noticeId).toBe(`${noticeId}.2`);
  expect(noticeToShow(notices, read, read)?.noticeId).toBe(`${noticeId}.2`);
  const old = await phone('loadSaasNotice', 'en', { noticeId: `${noticeId}.1` });
  expect(old.data).toMatchObject({ noticeId: `${noticeId}.2`, title: 'Over en' });
  expect((await phone('loadSaasNotice', 'en', { noticeId: `${noticeId}9.1` })).code).toBe('REQ-0005');
});

test('a notice that has not begun is not republished', async () => {
  const { noticeId } = await save({ from: '2026-12-02 00:00:00' });
  const changed = await save({ noticeId, version: 1, from: '2026-12-01 00:00:00', tellAgain: true });
  expect(changed).not.toHaveProperty('toldAgainAt');
  expect(idsOf(await shown())).toContain(`${noticeId}.1`);
});

test('two editors at once: one saves, the other sees who did and overwrites nothing', async () => {
  const { noticeId } = await save();
  await addStaff(fixture.deps, 'manager');
  const manager = asking(fixture, (await tryToSignIn(fixture, 'manager@operator.example')).json().data.token);
  const change = (words: string) => input({ noticeId, version: 1, title: five(words) });
  const answers = await Promise.all([
    editor('POST', 'notices', change('A')),
    manager('POST', 'notices', change('B')),
  ]);
  const codes = answers.map((each) => each.json().code);
  expect(codes.toSorted()).toEqual(['DESK-0001', 'OK']);
  const winner = codes[0] === 'OK' ? 'editor' : 'manager';
  const refused = answers[codes[0] === 'OK' ? 1 : 0]?.json();
  expect(refused.values).toEqual({ by: `Test ${winner}`, at: '2026-12-01 09:00:00' });
  const now = (await editor('GET', 'notice', { noticeId })).json().data;
  expect(now.title.en).toBe(winner === 'editor' ? 'A en' : 'B en');
  expect(await said(editor('POST', 'notices/withdraw', { noticeId, version: 1 }))).toBe('422 DESK-0001');
  expect(await said(editor('POST', 'notices', input({ noticeId })))).toBe('422 DESK-0001');
});

test('a retry after a lost answer saves nothing twice', async () => {
  const headers = { 'idempotency-key': 'save-0001' };
  const first = (await editor('POST', 'notices', input(), headers)).json().data;
  expect((await editor('POST', 'notices', input(), headers)).json().data).toEqual(first);
  expect(
    (await shown()).filter((each: { noticeId: string }) => each.noticeId.startsWith('desk-')),
  ).toHaveLength(1);
});

test('a withdrawn notice stays withdrawn, in the name of who did it', async () => {
  const { noticeId } = await save();
  const withdrawn = (await editor('POST', 'notices/withdraw', { noticeId, version: 1 })).json().data;
  expect(withdrawn).toMatchObject({ state: 'withdrawn', withdrawn: { by: 'Test editor' } });
  expect(idsOf(await shown())).not.toContain(`${noticeId}.1`);
  expect((await phone('loadSaasNotice', 'en', { noticeId: `${noticeId}.1` })).code).toBe('REQ-0005');
  fixture.deps.advance(60_000);
  expect((await editor('POST', 'notices/withdraw', { noticeId, version: 1 })).json().data).toEqual(withdrawn);
  const answer = (await editor('POST', 'notices', input({ noticeId, version: 1 }))).json();
  expect([answer.code, answer.values]).toEqual([
    'DESK-0001',
    { by: 'Test editor', at: '2026-12-01 09:00:00' },
  ]);
});

test('invalid content is refused, and text is stored as it reads', async () => {
  const refusal = async (change: object) => {
    const { code, values } = (await editor('POST', 'notices', input(change))).json();
    return `${code} ${values?.field ?? ''}`.trim();
  };
  expect(await refusal({ until: '2026-12-01 09:00:00' })).toBe('REQ-0001 until');
  expect(await refusal({ from: '2026-02-30 09:00:00' })).toBe('REQ-0001 from');
  expect(await refusal({ from: '0900-01-01 09:00:00' })).toBe('REQ-0001 from');
  expect(await refusal({ title: { ...five('x'), ko: ' \n ' } })).toBe('REQ-0001 title.ko');
  expect(await refusal({ title: { ...five('x'), xx: 'y' } })).toBe('REQ-0001 title.xx');
  expect(await refusal({ body: JSON.parse('{"__proto__": "x"}') })).toMatch(/^REQ-0001/);
  expect(await refusal({ title: { ...five('x'), constructor: 'y' } })).toMatch(/^REQ-0001/);
  expect(await refusal({ body: { ...five('x'), 'zh-TW': '\u3000' } })).toBe('REQ-0001 body.zh-TW');
  expect(await refusal({ title: { ...five('x'), en: '\u200b\u3164' } })).toBe('REQ-0001 title.en');
  expect(await refusal({ body: { ...five('x'), en: '\u2800' } })).toBe('REQ-0001 body.en');
  expect(await refusal({ title: { ...five('x'), ja: 'x'.repeat(121) } })).toMatch(/^REQ-0001/);
  expect(await refusal({ title: { ja: 'x' } })).toMatch(/^REQ-0001/);
  expect(await refusal({ noticeId: 'desk-999999', version: 1 })).toBe('REQ-0005');
  expect(await refusal({ title: { ...five('x'), ja: '末\ud800' } })).toBe('REQ-0001 title');
  const odd = await save({
    title: { ...five('x'), ja: '\u202E  か\u3099く\r\n末 ', en: '🚄'.repeat(120) },
    body: { ...five('x'), ja: 'a\r\n\r\n<script>alert(1)</script>', en: '🚄'.repeat(4000) },
  });
  expect([odd.title['ja'], odd.title['en']]).toEqual(['がく 末', '🚄'.repeat(120)]);
  expect([odd.body['ja'], odd.body['en']?.length]).toEqual(['a\n\n<script>alert(1)</script>', 8000]);
});

test('a notice goes out in the first two languages; readers of another one see the fallback, marked, until it follows', async () => {
  const two = (words: string) => ({ ja: `${words} ja`, en: `${words} en` });
  const { noticeId, title } = await save({ title: two('Strike'), body: two('No trains') });
  expect(Object.keys(title).toSorted()).toEqual(['en', 'ja']);
  const seen = async (language: string) => {
    const head = (await shown(language)).find((each: { noticeId: string }) =>
      each.noticeId.startsWith(noticeId),
    );
    const { data } = await phone('loadSaasNotice', language, { noticeId: head.noticeId });
    expect(data).toMatchObject(head);
    return [data.title, data.body, data.language];
  };
  const listed = async () =>
    (await editor('GET', 'notices'))
      .json()
      .data.items.find((each: DeskNoticeHead) => each.noticeId === noticeId).unwritten;
  expect(await seen('ja')).toEqual(['Strike ja', 'No trains ja', undefined]);
  expect(await seen('en')).toEqual(['Strike en', 'No trains en', undefined]);
  expect(await seen('ko')).toEqual(['Strike en', 'No trains en', 'en']);
  expect(await listed()).toEqual(['ko', 'zh-CN', 'zh-TW']);
  await save({
    ...{ noticeId, version: 1 },
    title: { ...two('Strike'), ko: 'Strike ko' },
    body: { ...two('No trains'), ko: 'No trains ko' },
  });
  expect(await seen('ko')).toEqual(['Strike ko', 'No trains ko', undefined]);
  expect(await seen('zh-TW')).toEqual(['Strike en', 'No trains en', 'en']);
  expect(await listed()).toEqual(['zh-CN', 'zh-TW']);
});

test('neither of the first two languages may lack, and a title has its text', async () => {
  const field = async (change: object) =>
    (await editor('POST', 'notices', input(change))).json().values?.field;
  const { en: _title, ...noTitle } = five('x');
  const { ja: _body, ...noBody } = five('x');
  const { ko: _part, ...noKorean } = five('x');
  expect(await field({ title: noTitle })).toBe('title.en');
  expect(await field({ body: noBody })).toBe('body.ja');
  expect(await field({ title: noKorean })).toBe('title.ko');
  expect(await field({ body: noKorean })).toBe('body.ko');
});

test('the list has every notice of both kinds once, the newest first, page by page, by state', async () => {
  const at = (minute: number) => `2026-11-${String(10 + (minute % 7)).padStart(2, '0')} 10:00:00`;
  for (let n = 0; n < 60; n += 1) await save({ from: at(n), title: five(`N${n}`) });
  await save({ from: '2027-01-01 00:00:00', until: '2027-01-02 00:00:00' });
  const gone = await save({ from: '2026-11-01 00:00:00', until: '2026-11-02 00:00:00' });
  await editor('POST', 'notices/withdraw', { noticeId: gone.noticeId, version: 1 });
  const all = async (query: Record<string, string> = {}) => {
    const items: DeskNoticeHead[] = [];
    const sizes: number[] = [];
    let next: string | undefined;
    do {
      const page = (await editor('GET', 'notices', next ? { ...query, cursor: next } : query)).json().data;
      items.push(...page.items);
      sizes.push(page.items.length);
      next = page.next;
    } while (next !== undefined);
    return { items, sizes };
  };
  const files = loadNotices(fixture.deps.config.operatorDir);
  const { items, sizes } = await all();
  expect(sizes).toEqual([50, 12 + files.length]);
  expect(new Set(idsOf(items)).size).toBe(62 + files.length);
  expect(items.map(({ from }) => from)).toEqual(
    items
      .map(({ from }) => from)
      .toSorted()
      .toReversed(),
  );
  expect(items.filter(({ source }) => source === 'file').map(({ noticeId }) => noticeId)).toEqual(
    idsOf(files),
  );
  expect(idsOf((await all({ state: 'coming' })).items)).toContain('desk-' + items[0]?.noticeId.slice(5));
  expect((await all({ state: 'withdrawn' })).items).toMatchObject([{ noticeId: gone.noticeId }]);
  const byState = await Promise.all(
    ['coming', 'shown', 'past', 'withdrawn'].map(async (state) => (await all({ state })).items.length),
  );
  expect(byState.reduce((sum, each) => sum + each, 0)).toBe(items.length);
  const file = files[0]?.noticeId ?? '';
  expect((await editor('GET', 'notice', { noticeId: file })).json().data).toMatchObject({ source: 'file' });
  expect(await said(editor('POST', 'notices', input({ noticeId: file, version: 1 })))).toBe('404 REQ-0005');
});

test('only the roles that write to travellers may; what they did is audited', async () => {
  const { noticeId } = await save();
  await editor('POST', 'notices/withdraw', { noticeId, version: 1 });
  const counter = await staffAtDesk(fixture, 'counter');
  for (const [method, path, content] of [
    ['GET', 'notices', {}],
    ['GET', 'notice', { noticeId }],
    ['POST', 'notices', input()],
    ['POST', 'notices/withdraw', { noticeId, version: 1 }],
  ] as const)
    expect(await said(counter(method, path, content)), path).toBe('403 SES-0006');
  const recorded = await fixture.deps.db
    .selectFrom('staff_action')
    .select(['call', 'subject'])
    .where('call', 'like', '%Notice%')
    .orderBy('action_id')
    .execute();
  expect(recorded).toEqual([
    { call: 'deskSaveNotice', subject: noticeId },
    { call: 'deskWithdrawNotice', subject: noticeId },
  ]);
});

test('of hundreds of notices 100 are listed: important ones, however old, then the newest; the others open by their links', async () => {
  const important = `${(await save({ from: '2026-11-01 09:00:00' })).noticeId}.1`;
  const filed = idsOf(await shown()).filter((noticeId) => noticeId !== important);
  const { noticeId: oldest } = await save({ level: 'info', from: '2026-11-01 09:00:00' });
  for (let n = 0; n < 150; n += 1) {
    const second = `${n % 60}`.padStart(2, '0');
    const minute = `${Math.floor(n / 60)}`.padStart(2, '0');
    await save({ level: 'info', once: false, from: `2026-11-30 09:${minute}:${second}` });
  }
  const listed = idsOf(await shown());
  expect(listed).toHaveLength(100);
  expect(listed).toContain(important);
  expect(listed).not.toContain(`${oldest}.1`);
  const times = (await shown()).map(({ at }: { at: string }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  // The newest, and none of the others.
  const written = (await shown()).filter(({ noticeId }: { noticeId: string }) => !filed.includes(noticeId));
  expect(written.at(0).at).toBe('2026-11-30 09:02:29');
  expect((await phone('loadSaasNotice', 'en', { noticeId: `${oldest}.1` })).code).toBe('OK');
  const since = { since: '2026-11-30 09:02:00' };
  expect(
    (await phone('listSaasNotice', 'en', since)).data.map(({ at }: { at: string }) => at > since.since),
  ).not.toContain(false);
});
