// The desk's changes of a ticket through the real call: the whole table, who is mailed, what is freed, and every refusal.
import { offeredLanguages } from '@kippu/contract/languages';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { momentIn } from '../../platform/mail/mail-format.ts';
import { codeOf, type TestUser } from '../../../test/ticket/ticket.ts';
import { KEY, openDeskApp, pass, REASON, type DeskFixture } from '../../../test/ticket/desk-ticket.ts';

let fixture: DeskFixture;
let hanako: TestUser;
let taro: TestUser;

beforeAll(async () => {
  fixture = await openDeskApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako', 'en');
  taro = await fixture.traveller('taro', 'ja');
});

const PASS = 'kansai-pass-2day';
const PRODUCT = 'haruka-kix-kyoto';
const ACTIONS = ['suspend', 'resume', 'refund', 'void', 'disuse', 'reissue'];
const closedBy = (action: string) => async () => {
  const ticketId = await hanako.inUse(PRODUCT);
  await fixture.changed(ticketId, action);
  return ticketId;
};
const suspended = (make: () => Promise<string>) => async () => {
  const ticketId = await make();
  await fixture.changed(ticketId, 'suspend');
  return ticketId;
};
const unbound = async () => (await fixture.unbound(PRODUCT)).ticketId;
const bound = () => hanako.bound(PRODUCT);
const inUse = () => hanako.inUse(PRODUCT);
async function used() {
  const ticketId = await inUse();
  await pass(hanako, ticketId, 'in');
  await pass(hanako, ticketId, 'out');
  return ticketId;
}
const none = Array<string>(6).fill('TKT-0006');
/** The result of each action on a ticket, in the order of ACTIONS. */
const TABLE: [string, () => Promise<string>, string[]][] = [
  ['unbound', unbound, ['suspended', 'TKT-0006', 'refunded', 'void', 'TKT-0006', 'reissued']],
  ['bound', bound, ['suspended', 'TKT-0006', 'refunded', 'void', 'disused', 'reissued']],
  ['inUse', inUse, ['suspended', 'TKT-0006', 'refunded', 'void', 'disused', 'reissued']],
  [
    'unbound suspended',
    suspended(unbound),
    ['TKT-0007', 'unbound', 'refunded', 'void', 'disused', 'reissued'],
  ],
  ['bound suspended', suspended(bound), ['TKT-0007', 'bound', 'refunded', 'void', 'disused', 'reissued']],
  ['inUse suspended', suspended(inUse), ['TKT-0007', 'inUse', 'refunded', 'void', 'disused', 'reissued']],
  ['used', used, none],
  ['refunded', closedBy('refund'), none],
  ['void', closedBy('void'), none],
  ['disused', closedBy('disuse'), none],
  ['reissued', closedBy('reissue'), none],
];

describe('the table', () => {
  test.each(TABLE)('of a ticket that is %s', async (_name, make, expected) => {
    for (const [at, action] of ACTIONS.entries()) {
      const ticketId = await make();
      const before = await fixture.seen(ticketId);
      const answer = await fixture.change(ticketId, action);
      const { code, values, data } = answer.json();
      expect(data?.status ?? code, action).toBe(expected[at]);
      const after = await fixture.seen(ticketId);
      if (code !== 'OK') {
        expect([answer.statusCode, values]).toEqual([422, { status: before.status }]);
        expect(after).toEqual(before);
        continue;
      }
      expect(data).toMatchObject({ ticketId, ticketNo: before.ticketNo });
      expect(after.status).toBe(expected[at]);
      expect(after.events[0]).toEqual({
        at: '2026-04-01 09:00:00',
        kind: action,
        by: 'desk:api-key',
        reason: REASON,
        from: before.status,
        to: expected[at],
      });
      expect(after.events.length).toBe(before.events.length + 1);
    }
  });

  test('the status is named in the requested language, for a ticket given by id or number', async () => {
    const { ticketNo } = await fixture.unbound(PASS);
    const words = [];
    for (const [language, action] of [
      ['ja', 'suspend'],
      ['en', 'resume'],
      ['ko', 'suspend'],
      ['zh-CN', 'resume'],
      ['zh-TW', 'refund'],
    ] as const) {
      const { version } = (await fixture.show(ticketNo)).json().data;
      const answer = await fixture.post(
        { ticketNo, action, reason: REASON, seen: { version } },
        { ...KEY, 'accept-language': language },
      );
      words.push(answer.json().data.statusWord);
    }
    expect(words).toEqual(['一時停止中', 'Not added', '일시 정지', '未添加', '已退款']);
  });
});

describe('the traveller', () => {
  test('sees a suspended ticket closed and a resumed one as before', async () => {
    const ticketId = await hanako.inUse(PASS);
    const statusOf = async () => (await hanako.load(ticketId)).status;
    await fixture.changed(ticketId, 'suspend');
    expect(await statusOf()).toBe('suspended');
    expect(await codeOf(pass(hanako, ticketId, 'in'))).toBe('TKT-0007');
    expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('TKT-0007');
    await fixture.changed(ticketId, 'resume');
    expect(await statusOf()).toBe('inUse');
    expect(await codeOf(pass(hanako, ticketId, 'in'))).toBe('OK');
  });

  test('cannot add a suspended or closed ticket, and can add a resumed one', async () => {
    const { ticketId, link } = await fixture.unbound(PASS);
    const bind = () => codeOf(hanako.post('bind', { link }));
    await fixture.changed(ticketId, 'suspend');
    expect(await bind()).toBe('TKT-0007');
    await fixture.changed(ticketId, 'resume');
    expect(await bind()).toBe('OK');
    const closed = await fixture.unbound(PASS);
    await fixture.changed(closed.ticketId, 'void');
    expect(await codeOf(hanako.post('bind', { link: closed.link }))).toBe('TKT-0006');
  });

  const mails = (who: TestUser) => fixture.deps.mail.mailbox?.(who.email) ?? [];
  test("gets one mail in the account's language, and none for a withdrawal or an unbound ticket", async () => {
    const before = mails(taro).length;
    const ticketId = await taro.inUse(PASS);
    const key = { 'idempotency-key': 'suspend-once' };
    const once = { ticketId, action: 'suspend', reason: REASON, seen: { status: 'inUse' } };
    const first = await fixture.post(once, { ...KEY, ...key });
    expect((await fixture.post(once, { ...KEY, ...key })).json()).toEqual(first.json());
    expect(mails(taro).length).toBe(before + 1);
    expect(mails(taro)[0]).toMatchObject({ subject: 'きっぷを一時停止しました' });
    expect(mails(taro)[0]?.text).toContain(
      `関西パス（2日間）（きっぷ番号 ${first.json().data.ticketNo}）は 2026年4月1日(水) 09:00`,
    );
    const subjects = [];
    for (const action of ['resume', 'suspend', 'refund']) {
      await fixture.changed(ticketId, action);
      subjects.push(mails(taro)[0]?.subject);
    }
    expect(subjects).toEqual([
      'きっぷの一時停止を解除しました',
      'きっぷを一時停止しました',
      'きっぷを払い戻しました',
    ]);
    const sent = mails(taro).length;
    await fixture.changed(await taro.bound(PASS), 'disuse');
    await fixture.changed((await fixture.unbound(PASS)).ticketId, 'refund');
    await fixture.change(ticketId, 'refund');
    expect(mails(taro).length).toBe(sent);
  });

  test.each(offeredLanguages())('every mail in %s has all its values', async (language) => {
    const jiro = await fixture.traveller('jiro', language);
    const count = mails(jiro).length;
    const ticketId = await jiro.bound(PASS);
    await fixture.changed(ticketId, 'suspend');
    await fixture.changed(ticketId, 'resume');
    const { reissued } = await fixture.changed(ticketId, 'reissue');
    await fixture.changed(reissued?.ticketId ?? '', 'void');
    await fixture.changed(await jiro.bound(PASS), 'refund');
    const sent = mails(jiro).slice(0, mails(jiro).length - count);
    expect(new Set(sent.map((mail) => mail.subject)).size).toBe(5);
    for (const { text } of sent) {
      expect(text).toMatch(/\d{12}/);
      expect(text).toContain(momentIn('2026-04-01 09:00:00', language));
      expect(text).not.toMatch(/[{}]|undefined/);
    }
    expect(sent[2]?.text).toContain('http://localhost:8080');
    expect(sent[2]?.text).toContain(reissued?.ticketNo ?? 'none');
  });
});

describe('a refusal', () => {
  test('of an unknown ticket is 404, of no name or two 400', async () => {
    const input = { action: 'suspend', reason: REASON, seen: { status: 'unbound' } };
    const code = async (body: object) => {
      const { statusCode, json } = await fixture.post(body);
      return `${statusCode} ${json().code}`;
    };
    expect(await code({ ...input, ticketId: 'none' })).toBe('404 REQ-0005');
    expect(await code({ ...input, ticketNo: '000000000000' })).toBe('404 REQ-0005');
    const { ticketId, ticketNo } = await fixture.unbound(PASS);
    for (const body of [
      input,
      { ...input, ticketId, ticketNo },
      { ...input, ticketId, action: 'use' },
      { ...input, ticketId, action: 'finish' },
      { ...input, ticketId, action: '__proto__' },
      { ...input, ticketId, reason: undefined },
      { ...input, ticketId, seen: undefined },
      { ...input, ticketId, seen: {} },
      { ...input, ticketId, seen: { status: 'lost' } },
      { ...input, ticketId, seen: { version: '' } },
      { ...input, ticketId, seen: { status: 'unbound', version: '1' } },
      { ...input, ticketId, reason: '' },
      { ...input, ticketId, reason: ' \u3000' },
      { ...input, ticketId, reason: '\u200b' },
      { ...input, ticketId, reason: 'x'.repeat(201) },
      { ...input, ticketId, reason: 'a\0' },
      { ...input, ticketId: `${ticketId}\0` },
      { ...input, ticketId: ['a'] },
      { ...input, ticketId, force: true },
    ])
      expect(await code(body), JSON.stringify(body)).toBe('400 REQ-0001');
    expect((await fixture.seen(ticketId)).events).toHaveLength(1);
    expect(await code({ ...input, ticketId: '🚄'.repeat(20) })).toBe('404 REQ-0005');
    expect(await code({ ...input, ticketId: "' or 1=1 --" })).toBe('404 REQ-0005');
    // Half a character.
    expect(await code({ ...input, ticketId, reason: 'cut \ud83d' })).toBe('400 REQ-0001');
  });

  test('without a valid credential comes before any lookup', async () => {
    const { ticketNo } = await fixture.unbound(PASS);
    const strangers: [Record<string, string>, number, string][] = [
      [{}, 401, 'SES-0001'],
      [{ authorization: 'ApiKey wrong-key-0123456789' }, 401, 'SES-0001'],
      // A traveller's session is not valid at the desk.
      [{ authorization: hanako.authorization() }, 406, 'SES-0003'],
    ];
    for (const [headers, ...refusal] of strangers)
      for (const answer of [await fixture.post({}, headers), await fixture.show(ticketNo, headers)])
        expect([answer.statusCode, answer.json().code]).toEqual(refusal);
  });

  test('of a key that was used for another change is 422, and nothing is done twice', async () => {
    const { ticketId } = await fixture.unbound(PASS);
    const key = { 'idempotency-key': 'change-key-1' };
    const once = { ticketId, action: 'reissue', reason: REASON, seen: { status: 'unbound' } };
    const answers = await Promise.all([1, 2].map(() => fixture.post(once, { ...KEY, ...key })));
    expect(answers[0]?.statusCode).toBe(200);
    expect(answers[1]?.json()).toEqual(answers[0]?.json());
    expect(await codeOf(fixture.change(ticketId, 'refund', key))).toBe('REQ-0002');
    const rows = await fixture.deps.db.selectFrom('ticket').select('ticket_id').execute();
    expect(rows).toHaveLength(2);
  });
});
