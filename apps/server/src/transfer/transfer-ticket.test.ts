// Transfers: who gets the ticket, who is notified, every refusal, and rivals at once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHECKLIST } from '@kippu/contract/values';
import { codeOf, openTicketApp, type TicketFixture, type TestUser } from '../../test/ticket/ticket.ts';

let fixture: TicketFixture;
let hanako: TestUser;
let taro: TestUser;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako', 'ja');
  taro = await fixture.traveller('taro', 'en');
});

const deviceKey = 'A'.repeat(44);
const PLACES = { in: 'kyoto', out: 'osaka' } as const;
const start = (who: TestUser, ticketId: string, direction: 'in' | 'out', at: string = PLACES[direction]) =>
  who.post(`start?ticketId=${ticketId}&stationId=${at}&direction=${direction}&method=manual`, {
    checked: [...CHECKLIST],
  });
const set = (ticketId: string, change: object) =>
  fixture.deps.db.updateTable('ticket').set(change).where('ticket_id', '=', ticketId).execute();
const ownerOf = async (ticketId: string) => {
  const row = fixture.deps.db.selectFrom('ticket').select('account_id').where('ticket_id', '=', ticketId);
  return (await row.executeTakeFirstOrThrow()).account_id;
};
const transfersOf = (ticketId: string) =>
  fixture.deps.db
    .selectFrom('ticket_event')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', 'transfer')
    .execute();
const mailsTo = (who: TestUser) => fixture.deps.mail.mailbox?.(who.email) ?? [];

describe('a transfer', () => {
  test('gives the ticket away with all its rights, and mails both accounts in their own languages', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    await start(hanako, ticketId, 'in');
    await start(hanako, ticketId, 'out');
    fixture.deps.advance(1_000);
    const before = mailsTo(hanako).length + mailsTo(taro).length;
    const answer = await hanako.transfer(ticketId, ' Taro@Example.JP ', { emailRepeat: 'taro@example.jp' });
    expect(answer.json().data).toEqual({ transferredAt: '2026-04-01 09:00:01' });

    const gone = [
      hanako.get('load', { ticketId }),
      hanako.get('qrcode', { ticketId, deviceKey }),
      hanako.get('history', { ticketId, site: 'all' }),
      hanako.post('use', { ticketId }),
      start(hanako, ticketId, 'in'),
      hanako.transfer(ticketId, taro.email),
    ];
    expect(await Promise.all(gone.map(codeOf))).toEqual(Array(6).fill('TKT-0001'));
    expect((await hanako.get('list', { tab: 'active' })).json().data.items).toEqual([]);
    const page = await taro.load(ticketId);
    expect(page).toMatchObject({ status: 'inUse', abtExpireDate: '2026-04-02 23:59:59', transferable: true });
    // The sender's history stays private.
    expect([page.stationFromDate, page.stationDepartDate]).toEqual([undefined, undefined]);
    expect((await taro.get('history', { ticketId, site: 'all' })).json().data.items).toEqual([]);
    // The new owner cannot pass a station that the ticket has just passed.
    expect(await codeOf(start(taro, ticketId, 'in'))).toBe('TKT-0021');
    expect(await codeOf(start(taro, ticketId, 'in', 'tennoji'))).toBe('OK');

    const [event] = await transfersOf(ticketId);
    expect(event).toMatchObject({
      from_status: 'inUse',
      to_status: 'inUse',
      actor: `account:${hanako.accountId}`,
      detail: { from: hanako.accountId, to: taro.accountId },
    });
    expect(mailsTo(hanako).length + mailsTo(taro).length).toBe(before + 2);
    expect(mailsTo(hanako)[0]).toMatchObject({ subject: 'きっぷを譲りました' });
    expect(mailsTo(hanako)[0]?.text).toContain('関西パス（2日間）');
    expect(mailsTo(hanako)[0]?.text).toContain('taro@example.jp');
    expect(mailsTo(taro)[0]).toMatchObject({ subject: 'You received a ticket' });
    expect(mailsTo(taro)[0]?.text).toContain('hanako@example.jp transferred Kansai Pass (2 Days)');
  });

  test("can be reversed by the receiver, and the ticket's link binds it to no other account", async () => {
    const [issued] = await fixture.issue('museum-eticket');
    const ticketId = issued?.ticketId ?? '';
    await hanako.post('bind', { link: issued?.link });
    expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
    expect(await codeOf(hanako.post('bind', { link: issued?.link }))).toBe('TKT-0003');
    expect(await codeOf(taro.post('bind', { link: issued?.link }))).toBe('TKT-0004');
    expect(await codeOf(taro.transfer(ticketId, hanako.email))).toBe('OK');
    expect(await ownerOf(ticketId)).toBe(hanako.accountId);
  });

  test('retried with its key returns the same answer and mails nobody twice', async () => {
    const ticketId = await hanako.bound('museum-eticket');
    const input = { password: fixture.encrypted('Kippu2026!') };
    const key = { 'idempotency-key': 'transfer-once' };
    const before = mailsTo(taro).length;
    const first = await hanako.transfer(ticketId, taro.email, input, key);
    const again = await hanako.transfer(ticketId, taro.email, input, key);
    expect([first.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(mailsTo(taro).length).toBe(before + 1);
    expect(await codeOf(hanako.transfer(ticketId, taro.email, {}, key))).toBe('REQ-0002');
    expect(await codeOf(hanako.transfer(ticketId, taro.email, {}, { 'idempotency-key': 'short' }))).toBe(
      'REQ-0001',
    );
  });
});

describe('a refusal', () => {
  test('names the reason, changes nothing and sends nothing', async () => {
    const ticketId = await hanako.inUse('kansai-pass-2day');
    const before = mailsTo(taro).length;
    const code = (email = taro.email, change: object = {}) =>
      codeOf(hanako.transfer(ticketId, email, change));
    expect(await code('taro@example.jp', { emailRepeat: 'tara@example.jp' })).toBe('TKT-0016');
    expect(await code('no-email')).toBe('REQ-0001');
    expect(await code('nobody@example.jp')).toBe('TKT-0014');
    expect(await code(' HANAKO@example.jp')).toBe('TKT-0015');
    expect(await code(taro.email, { password: { kid: 'old', value: 'AAAA' } })).toBe('ACC-0012');
    expect(await code(taro.email, { password: fixture.encrypted('Wrong2026!') })).toBe('AccountOrPwdError');
    expect(await codeOf(taro.transfer(ticketId, hanako.email))).toBe('TKT-0001');
    for (const status of ['suspended', 'deleted'] as const) {
      const account = fixture.deps.db.updateTable('account').set({ status });
      await account.where('account_id', '=', taro.accountId).execute();
      expect(await code()).toBe('TKT-0014');
    }
    await start(hanako, ticketId, 'in');
    expect(await code()).toBe('TKT-0008');
    await start(hanako, ticketId, 'out');
    await set(ticketId, { status: 'suspended' });
    expect(await code()).toBe('TKT-0007');
    for (const status of ['used', 'refunded', 'void', 'disused', 'reissued']) {
      await set(ticketId, { status });
      expect(await code()).toBe('TKT-0013');
    }
    await set(ticketId, { status: 'inUse', abt_expire_date: new Date(fixture.deps.clock() - 1_000) });
    expect(await code()).toBe('TKT-0005');
    expect([await ownerOf(ticketId), (await transfersOf(ticketId)).length]).toEqual([hanako.accountId, 0]);
    expect(mailsTo(taro).length).toBe(before);
  });

  test('five wrong passwords lock the account for ten minutes, even for the right password', async () => {
    const ticketId = await hanako.bound('museum-eticket');
    const wrong = () => ({ password: fixture.encrypted('Wrong2026!') });
    for (let i = 0; i < 5; i += 1)
      expect(await codeOf(hanako.transfer(ticketId, taro.email, wrong()))).toBe('AccountOrPwdError');
    const locked = await hanako.transfer(ticketId, taro.email);
    expect([locked.statusCode, locked.json().code]).toEqual([423, 'MFA-0011']);
    fixture.deps.advance(10 * 60_000);
    expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
  });

  test('ten unknown receivers in an hour block transfers, so that nobody can find out who is registered', async () => {
    const ticketId = await hanako.bound('museum-eticket');
    for (let i = 0; i < 10; i += 1)
      expect(await codeOf(hanako.transfer(ticketId, `nobody${i}@example.jp`))).toBe('TKT-0014');
    const closed = await hanako.transfer(ticketId, taro.email);
    expect([closed.statusCode, closed.json().code, closed.headers['retry-after']]).toEqual([
      429,
      'REQ-0004',
      '3600',
    ]);
    fixture.deps.advance(3_600_000);
    await hanako.signIn();
    expect(await codeOf(hanako.transfer(ticketId, taro.email))).toBe('OK');
  });
});

describe('rivals at once', () => {
  test('of two receivers one gets the ticket', async () => {
    const jiro = await fixture.traveller('jiro');
    for (let round = 0; round < 4; round += 1) {
      const ticketId = await hanako.bound('museum-eticket');
      const codes = await Promise.all([taro, jiro].map((to) => codeOf(hanako.transfer(ticketId, to.email))));
      expect(codes.toSorted()).toEqual(['OK', 'TKT-0001']);
      expect(await ownerOf(ticketId)).toBe(codes[0] === 'OK' ? taro.accountId : jiro.accountId);
      expect((await transfersOf(ticketId)).length).toBe(1);
    }
  });

  test('two accounts that send to each other both succeed without a deadlock', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [hers, his] = [await hanako.bound('museum-eticket'), await taro.bound('museum-eticket')];
      const codes = await Promise.all([
        codeOf(hanako.transfer(hers, taro.email)),
        codeOf(taro.transfer(his, hanako.email)),
      ]);
      expect(codes).toEqual(['OK', 'OK']);
      expect([await ownerOf(hers), await ownerOf(his)]).toEqual([taro.accountId, hanako.accountId]);
    }
  });

  test('a use precedes the transfer or fails; an entry and a transfer never both succeed', async () => {
    for (let round = 0; round < 4; round += 1) {
      const ticketId = await hanako.bound('kansai-pass-2day');
      const [sent, used] = await Promise.all([
        codeOf(hanako.transfer(ticketId, taro.email)),
        codeOf(hanako.post('use', { ticketId })),
      ]);
      const { status } = await taro.load(ticketId);
      expect([
        ['OK', 'OK', 'inUse'],
        ['OK', 'TKT-0001', 'bound'],
      ]).toContainEqual([sent, used, status]);

      const entered = await hanako.inUse('kansai-pass-2day');
      const codes = await Promise.all([
        codeOf(hanako.transfer(entered, taro.email)),
        codeOf(start(hanako, entered, 'in')),
      ]);
      expect([
        ['OK', 'TKT-0001'],
        ['TKT-0008', 'OK'],
      ]).toContainEqual(codes);
    }
  });

  test('a voucher is exchanged or transferred, and nobody else can bind a ticket that has an owner', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [issued] = await fixture.issue('keihan-voucher');
      const ticketId = issued?.ticketId ?? '';
      await hanako.post('bind', { link: issued?.link });
      const [sent, exchanged, bound] = await Promise.all([
        codeOf(hanako.transfer(ticketId, taro.email)),
        codeOf(hanako.put('usePrivateTicket', { ticketId, counterId: 'keihan-sanjo' })),
        codeOf(taro.post('bind', { link: issued?.link })),
      ]);
      expect([
        ['OK', 'TKT-0001'],
        ['TKT-0013', 'OK'],
      ]).toContainEqual([sent, exchanged]);
      expect(['TKT-0003', 'TKT-0004']).toContain(bound);
    }
  });

  test('a receiver who deletes the account at the same time leaves the ticket with its giver', async () => {
    for (let round = 0; round < 3; round += 1) {
      const ticketId = await hanako.bound('museum-eticket');
      const jiro = await fixture.traveller(`jiro${round}`);
      const old = new Date(fixture.deps.clock() - 15 * 86_400_000);
      const account = fixture.deps.db.updateTable('account').set({ password_changed_at: old });
      await account.where('account_id', '=', jiro.accountId).execute();
      const [sent, left] = await Promise.all([
        codeOf(hanako.transfer(ticketId, jiro.email)),
        codeOf(jiro.logOff()),
      ]);
      expect([
        // The ticket was given, and went back.
        ['OK', 'OK'],
        ['TKT-0014', 'OK'],
      ]).toContainEqual([sent, left]);
      expect(await ownerOf(ticketId)).toBe(hanako.accountId);
    }
  });
});
