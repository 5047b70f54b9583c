// A ticket that is passed on by a link: who may take it, what ends the link, and that every rule of a transfer holds for it too.
import { describe, expect, test } from 'vitest';
import { CHECKLIST } from '@kippu/contract/values';
import { hashToken } from '../session/session.ts';
import { newLinkToken } from '../ticket/issue/ticket-link.ts';
import { codeOf, PASSWORD, type TicketFixture, type TestUser } from '../../test/ticket/ticket.ts';
import { eachTwoTravellers } from '../../test/ticket/two-travellers.ts';

const HOUR_MS = 3_600_000;
const WAITING = '/jtr-jwqs-app/open/ticket/info/waiting';

let fixture: TicketFixture;
let hanako: TestUser;
let taro: TestUser;

eachTwoTravellers((opened) => {
  ({ fixture, hanako, taro } = opened);
});

const makeLink = (ticketId: string, token: string, change: object = {}, who = hanako, headers = {}) =>
  who.post(
    'sendLink',
    { ticketId, token, password: fixture.encrypted(PASSWORD, 'sendLink'), ...change },
    headers,
  );
/** Makes a link of Hanako's ticket. Returns its token. */
async function linkFor(ticketId: string): Promise<string> {
  const token = newLinkToken();
  expect(await codeOf(makeLink(ticketId, token))).toBe('OK');
  return token;
}
const take = (who: TestUser, token: string, headers = {}) =>
  who.post('bind', { link: `https://kippu.example/#/packages/ticket/add?link=${token}` }, headers);
const look = (who: TestUser, token: string) => who.post('bind?preview=true', { link: token });
const visit = (token: string) =>
  fixture.app.inject({ method: 'POST', url: WAITING, payload: { link: token } });
const enter = (who: TestUser, ticketId: string, direction: 'in' | 'out' = 'in') =>
  who.post(
    `start?ticketId=${ticketId}&stationId=${direction === 'in' ? 'kyoto' : 'osaka'}&direction=${direction}&method=manual`,
    { checked: [...CHECKLIST] },
  );
const set = (ticketId: string, change: object) =>
  fixture.deps.db.updateTable('ticket').set(change).where('ticket_id', '=', ticketId).execute();
const mailsTo = (email: string) => fixture.deps.mail.mailbox?.(email) ?? [];
const ownerOf = async (ticketId: string) => {
  const row = fixture.deps.db.selectFrom('ticket').select('account_id').where('ticket_id', '=', ticketId);
  return (await row.executeTakeFirstOrThrow()).account_id;
};

describe('a link', () => {
  test('waits for three days, is taken once with the seat, and both are mailed', async () => {
    const ticketId = await hanako.bound('kansai-pass-2day');
    const reservationId = await hanako.book([ticketId], ['4-12A']);
    const token = newLinkToken();
    expect((await makeLink(ticketId, token)).json().data).toEqual({ until: '2026-04-04 09:00:00' });
    expect((await hanako.load(ticketId)).waitingLink).toEqual({ until: '2026-04-04 09:00:00' });

    const seen = (await visit(token)).json().data.tickets;
    expect(seen).toEqual([
      {
        productNameCn: expect.any(String),
        productNameEn: 'Kansai Pass (2 Days)',
        productNameJp: expect.any(String),
        productNameKr: expect.any(String),
        productNameTC: expect.any(String),
        kind: 'pass',
        passengerCategory: 'adult',
        useExpireDate: '2026-04-30',
      },
    ]);
    const preview = (await look(taro, token)).json().data.tickets[0];
    expect(preview).toMatchObject({ ticketId: '', ticketNo: '', reservedNum: 0, status: 'bound' });
    expect(preview).not.toHaveProperty('party');
    expect(await ownerOf(ticketId)).toBe(hanako.accountId);

    const before = [mailsTo(hanako.email).length, mailsTo(taro.email).length];
    const key = { 'idempotency-key': 'take-once' };
    const first = await take(taro, token, key);
    expect(first.json().data.tickets).toMatchObject([{ ticketId, reservedNum: 1 }]);
    expect((await take(taro, token, key)).json()).toEqual(first.json());
    expect((await taro.load(ticketId)).reservations).toMatchObject([{ reservationId }]);
    expect((await taro.load(ticketId)).isGift).toBe(true);
    expect(await codeOf(hanako.get('load', { ticketId }))).toBe('TKT-0001');
    expect([mailsTo(hanako.email).length, mailsTo(taro.email).length]).toEqual(before.map((n) => n + 1));
    expect(mailsTo(hanako.email)[0]?.text).toContain('to taro@example.jp');
    expect(mailsTo(taro.email)[0]?.subject).toBe('You took a ticket');
    expect(mailsTo(taro.email)[0]?.text).not.toContain('hanako');
    expect(mailsTo(taro.email)[0]?.text).toContain('car 4, 12A');

    const jiro = await fixture.traveller('jiro');
    const codes = [take(jiro, token), take(taro, token), take(hanako, token), visit(token)].map(codeOf);
    expect(await Promise.all(codes)).toEqual(['TKT-0003', 'TKT-0004', 'TKT-0003', 'TKT-0003']);
  });

  test('is stored as a hash, also in the answers for retries', async () => {
    const ticketId = await hanako.bound('kansai-pass-2day');
    const token = newLinkToken();
    await makeLink(ticketId, token, {}, hanako, { 'idempotency-key': 'make-once' });
    const { db } = fixture.deps;
    const [row] = await db.selectFrom('sent_link').selectAll().execute();
    expect(row?.token_hash).toBe(hashToken(token));
    const stored = JSON.stringify([row, await db.selectFrom('idempotency').selectAll().execute()]);
    expect(stored).not.toContain(token);
  });

  test('is mailed to an address without an account, in the sender’s language, and names no sender', async () => {
    const ticketId = await hanako.bound('kansai-pass-2day');
    const token = newLinkToken();
    const to = (email: string, emailRepeat = email) => ({ email, emailRepeat });
    expect(await codeOf(makeLink(ticketId, token, to('new@example.jp', 'nwe@example.jp')))).toBe('TKT-0016');
    expect(await codeOf(makeLink(ticketId, token, { email: 'new@example.jp' }))).toBe('TKT-0016');
    expect(await codeOf(makeLink(ticketId, token, to('no-email')))).toBe('REQ-0001');
    expect(await codeOf(makeLink(ticketId, token, to(' HANAKO@example.jp')))).toBe('TKT-0015');
    expect(await codeOf(makeLink(ticketId, token, to('new@example.jp')))).toBe('OK');
    const [mail] = mailsTo('new@example.jp');
    expect(mail?.subject).toBe('A ticket is waiting for you');
    expect(mail?.text).toContain(`/#/packages/ticket/add?link=${token}`);
    expect(mail?.text).not.toMatch(/hanako/i);
  });

  test('fills nobody’s mailbox: five mails a day to one address', async () => {
    const ticketId = await hanako.bound('kansai-pass-2day');
    const mailed = () => makeLink(ticketId, newLinkToken(), { email: 'new@x.jp', emailRepeat: 'new@x.jp' });
    for (let i = 0; i < 5; i += 1) expect(await codeOf(mailed())).toBe('OK');
    expect(await codeOf(mailed())).toBe('REQ-0004');
    expect(await codeOf(makeLink(ticketId, newLinkToken()))).toBe('OK');
  });

  test('needs the password, and a ticket that could be transferred', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const token = newLinkToken();
    const wrong = { password: fixture.encrypted('Wrong2026!', 'sendLink') };
    expect(await codeOf(makeLink(ticketId, token, wrong))).toBe('AccountOrPwdError');
    expect(await codeOf(makeLink(ticketId, 'weak'))).toBe('REQ-0001');
    expect(await codeOf(makeLink(ticketId, token, {}, taro))).toBe('TKT-0001');
    await enter(hanako, ticketId);
    expect(await codeOf(makeLink(ticketId, token))).toBe('TKT-0008');
    await enter(hanako, ticketId, 'out');
    await set(ticketId, { status: 'suspended' });
    expect(await codeOf(makeLink(ticketId, token))).toBe('TKT-0007');
    await set(ticketId, { status: 'refunded' });
    expect(await codeOf(makeLink(ticketId, token))).toBe('TKT-0013');
    await set(ticketId, { status: 'inUse', abt_expire_date: new Date(fixture.deps.clock() - 1_000) });
    expect(await codeOf(makeLink(ticketId, token))).toBe('TKT-0005');
  });
});

describe('a link ends', () => {
  test('when its sender calls it back, makes a new one, uses the ticket, enters or transfers it', async () => {
    const acts: Record<string, (ticketId: string) => Promise<string>> = {
      'calls it back': (ticketId) => codeOf(hanako.post('callBackLink', { ticketId })),
      'makes a new one': (ticketId) => codeOf(makeLink(ticketId, newLinkToken())),
      uses: (ticketId) => codeOf(hanako.post('use', { ticketId })),
      'uses several': (ticketId) => codeOf(hanako.post('useTickets', { ticketIds: [ticketId] })),
      transfers: (ticketId) => codeOf(hanako.transfer(ticketId, taro.email)),
    };
    for (const [name, act] of Object.entries(acts)) {
      const ticketId = await hanako.bound('kansai-pass-2day');
      const token = await linkFor(ticketId);
      expect(await act(ticketId), name).toBe('OK');
      const jiro = await fixture.traveller(`jiro-${name.replaceAll(' ', '-')}`);
      expect(await codeOf(take(jiro, token)), name).toBe('TKT-0023');
      expect(await codeOf(visit(token)), name).toBe('TKT-0023');
    }
    const entered = await hanako.inUse('kansai-pass-2day');
    const token = await linkFor(entered);
    expect(await codeOf(enter(hanako, entered))).toBe('OK');
    expect(await codeOf(take(taro, token))).toBe('TKT-0023');
    expect((await hanako.load(entered)).waitingLink).toBeUndefined();
  });

  test('after 72 hours, and with the ticket’s validity if that ends sooner', async () => {
    const ticketId = await hanako.bound('kansai-pass-2day');
    const token = await linkFor(ticketId);
    const used = await hanako.inUse('kansai-pass-2day');
    const soon = newLinkToken();
    expect((await makeLink(used, soon)).json().data).toEqual({ until: '2026-04-02 23:59:59' });
    fixture.deps.advance(72 * HOUR_MS - 1_000);
    await taro.signIn();
    expect(await codeOf(look(taro, token))).toBe('OK');
    expect(await codeOf(look(taro, soon))).toBe('TKT-0024');
    fixture.deps.advance(1_000);
    expect(await codeOf(take(taro, token))).toBe('TKT-0024');
    await hanako.signIn();
    expect((await hanako.load(ticketId)).waitingLink).toBeUndefined();
    expect(await ownerOf(ticketId)).toBe(hanako.accountId);
  });

  test('not by a reservation: the seat waits with the ticket', async () => {
    const ticketId = await hanako.bound('kansai-pass-2day');
    const token = await linkFor(ticketId);
    const reservationId = await hanako.book([ticketId], ['4-12A']);
    expect(await codeOf(take(taro, token))).toBe('OK');
    expect((await taro.load(ticketId)).reservations).toMatchObject([{ reservationId }]);
  });
});

describe('taking', () => {
  test('is refused to the sender, and while the ticket is closed or suspended, with the reason', async () => {
    const ticketId = await hanako.bound('kansai-pass-2day');
    const token = await linkFor(ticketId);
    expect(await codeOf(look(hanako, token))).toBe('TKT-0022');
    expect(await codeOf(take(hanako, token))).toBe('TKT-0022');
    await set(ticketId, { status: 'suspended' });
    expect(await codeOf(take(taro, token))).toBe('TKT-0007');
    await set(ticketId, { status: 'refunded' });
    expect(await codeOf(take(taro, token))).toBe('TKT-0006');
    await set(ticketId, { status: 'bound' });
    await fixture.deps.db
      .updateTable('account')
      .set({ status: 'suspended' })
      .where('account_id', '=', hanako.accountId)
      .execute();
    const answers = [take(taro, token), look(taro, token), visit(token)];
    expect(await Promise.all(answers.map(codeOf))).toEqual(['TKT-0023', 'TKT-0023', 'TKT-0023']);
  });

  test('waits while the ticket is inside a station by a report of before the link', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const token = await linkFor(ticketId);
    const at = new Date(fixture.deps.clock() - 60_000);
    await fixture.deps.db
      .insertInto('ticket_entry')
      .values({
        record_id: 'late-report',
        ticket_id: ticketId,
        direction: 'in',
        station_id: 'kyoto',
        method: 'gate',
        verified_at: at,
        verified_until: at,
        state: 'open',
        closed_at: null,
      })
      .execute();
    expect(await codeOf(take(taro, token))).toBe('TKT-0025');
    expect(await codeOf(visit(token))).toBe('TKT-0025');
  });

  test('revokes what the sender’s phone has, as a transfer does', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const token = await linkFor(ticketId);
    await take(taro, token);
    const events = fixture.deps.db.selectFrom('ticket_event').select(['kind', 'actor', 'detail']);
    expect(await events.where('ticket_id', '=', ticketId).where('kind', '=', 'transfer').execute()).toEqual([
      {
        kind: 'transfer',
        actor: `account:${hanako.accountId}`,
        detail: { from: hanako.accountId, to: taro.accountId },
      },
    ]);
    expect(await codeOf(hanako.get('qrcode', { ticketId, deviceKey: 'A'.repeat(44) }))).toBe('TKT-0001');
    expect((await taro.load(ticketId)).status).toBe('inUse');
  });
});

describe('at once', () => {
  test('of two who take it, one gets it', async () => {
    const jiro = await fixture.traveller('jiro');
    for (let round = 0; round < 4; round += 1) {
      const ticketId = await hanako.bound('kansai-pass-2day');
      const token = await linkFor(ticketId);
      const codes = await Promise.all([taro, jiro].map((who) => codeOf(take(who, token))));
      expect(codes.toSorted()).toEqual(['OK', 'TKT-0003']);
      expect(await ownerOf(ticketId)).toBe(codes[0] === 'OK' ? taro.accountId : jiro.accountId);
    }
  });

  test('a taking and a use, a call back or a transfer: one of the two counts', async () => {
    const jiro = await fixture.traveller('jiro');
    const acts: readonly ((ticketId: string) => Promise<string>)[] = [
      (ticketId) => codeOf(hanako.post('use', { ticketId })),
      (ticketId) => codeOf(hanako.post('callBackLink', { ticketId })),
      (ticketId) => codeOf(hanako.transfer(ticketId, jiro.email)),
    ];
    for (const act of acts) {
      const ticketId = await hanako.bound('kansai-pass-2day');
      const token = await linkFor(ticketId);
      const codes = await Promise.all([codeOf(take(taro, token)), act(ticketId)]);
      expect([
        ['OK', 'TKT-0001'],
        ['TKT-0023', 'OK'],
      ]).toContainEqual(codes);
      expect((await ownerOf(ticketId)) === taro.accountId).toBe(codes[0] === 'OK');
    }
  });

  test('two that take each other’s tickets both succeed without a deadlock', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [hers, his] = [await hanako.bound('kansai-pass-2day'), await taro.bound('kansai-pass-2day')];
      const [first, second] = [newLinkToken(), newLinkToken()];
      await makeLink(hers, first);
      await makeLink(his, second, {}, taro);
      const codes = await Promise.all([codeOf(take(taro, first)), codeOf(take(hanako, second))]);
      expect(codes).toEqual(['OK', 'OK']);
      expect([await ownerOf(hers), await ownerOf(his)]).toEqual([taro.accountId, hanako.accountId]);
    }
  });
});
