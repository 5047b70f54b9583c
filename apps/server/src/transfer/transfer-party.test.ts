// Several tickets in one act: all of them or none, their seats together, one mail to each.
import { describe, expect, test } from 'vitest';
import { CHECKLIST } from '@kippu/contract/values';
import { codeOf, PASSWORD, type TicketFixture, type TestUser } from '../../test/ticket/ticket.ts';
import { eachTwoTravellers } from '../../test/ticket/two-travellers.ts';

let fixture: TicketFixture;
let hanako: TestUser;
let taro: TestUser;

eachTwoTravellers((opened) => {
  ({ fixture, hanako, taro } = opened);
});

/** Issues one order of passes and adds it to Hanako's account. Returns the tickets' ids. */
async function party(count: number): Promise<string[]> {
  const issued = await fixture.issue('kansai-pass-2day', count);
  for (const { link } of issued) await hanako.post('bind', { link });
  return issued.map(({ ticketId }) => ticketId).toSorted();
}
const give = (ticketIds: readonly string[], change: object = {}, headers = {}) =>
  hanako.post(
    'transferTickets',
    {
      ticketIds,
      email: taro.email,
      emailRepeat: taro.email,
      password: fixture.encrypted(PASSWORD, 'transferTickets'),
      ...change,
    },
    headers,
  );
const enter = (ticketId: string) =>
  hanako.post(`start?ticketId=${ticketId}&stationId=kyoto&direction=in&method=manual`, {
    checked: [...CHECKLIST],
  });
const listOf = async (who: TestUser) => (await who.get('list', { tab: 'active' })).json().data.items;
const mailsTo = (who: TestUser) => fixture.deps.mail.mailbox?.(who.email) ?? [];

describe('using several tickets', () => {
  test('activates all of them, once for a retried key', async () => {
    const ids = await party(3);
    const key = { 'idempotency-key': 'use-three' };
    const first = await hanako.post('useTickets', { ticketIds: ids }, key);
    expect(first.json().data.tickets).toMatchObject(ids.map((ticketId) => ({ ticketId, status: 'inUse' })));
    const again = await hanako.post('useTickets', { ticketIds: ids }, key);
    expect(again.json()).toEqual(first.json());
    expect(await codeOf(hanako.post('useTickets', { ticketIds: ids }))).toBe('TKT-0006');
  });

  test('activates none if one cannot be used, or is somebody else’s', async () => {
    const ids = await party(3);
    await hanako.post('use', { ticketId: ids[2] });
    expect(await codeOf(hanako.post('useTickets', { ticketIds: ids }))).toBe('TKT-0006');
    const his = await taro.bound('kansai-pass-2day');
    expect(await codeOf(hanako.post('useTickets', { ticketIds: [...ids.slice(0, 2), his] }))).toBe(
      'TKT-0001',
    );
    const statuses = await Promise.all(ids.map(async (id) => (await hanako.load(id)).status));
    expect(statuses).toEqual(['bound', 'bound', 'inUse']);
    for (const ticketIds of [[], [ids[0], ids[0]], Array(51).fill('x')])
      expect(await codeOf(hanako.post('useTickets', { ticketIds }))).toBe('REQ-0001');
  });
});

describe('transferring several tickets', () => {
  test('keeps a party’s reservation together and mails each account once', async () => {
    const ids = await party(3);
    const reservationId = await hanako.book(ids, ['4-12A', '4-12B', '4-12C']);
    const before = [mailsTo(hanako).length, mailsTo(taro).length];
    expect(await codeOf(give(ids))).toBe('OK');
    expect(await listOf(hanako)).toEqual([]);
    for (const id of ids)
      expect((await taro.load(id)).reservations).toMatchObject([{ reservationId, seats: [{}, {}, {}] }]);
    expect([mailsTo(hanako).length, mailsTo(taro).length]).toEqual(before.map((count) => count + 1));
    const mail = mailsTo(taro)[0];
    expect(mail?.subject).toBe('You received 3 tickets');
    for (const id of ids) expect(mail?.text).toContain((await taro.load(id)).ticketNo);
    expect(mail?.text).toMatch(/ · car 4, 12A, 12B, 12C$/m);
  });

  test('divides a reservation in two where a part goes', async () => {
    const [a = '', b = '', c = ''] = await party(3);
    const reservationId = await hanako.book([a, b, c], ['4-12A', '4-12B', '4-12C']);
    expect(await codeOf(give([a, c]))).toBe('OK');
    const [mine] = (await hanako.load(b)).reservations;
    const [theirs] = (await taro.load(a)).reservations;
    expect(mine).toMatchObject({ reservationId, seats: [{ ticketId: b, seatInfo: '4-12B' }] });
    expect(theirs?.seats.map(({ seatInfo }) => seatInfo)).toEqual(['4-12A', '4-12C']);
    expect((await taro.load(c)).reservations).toEqual([theirs]);
  });

  test('gives none away if one is inside a station, suspended or expired, and counts no password', async () => {
    const ids = await party(3);
    await hanako.post('useTickets', { ticketIds: ids });
    await enter(ids[1] ?? '');
    const wrong = () => ({ password: fixture.encrypted('Wrong2026!', 'transferTickets') });
    expect(await codeOf(give(ids, wrong()))).toBe('TKT-0008');
    const set = (change: object) =>
      fixture.deps.db
        .updateTable('ticket')
        .set(change)
        .where('ticket_id', '=', ids[0] ?? '')
        .execute();
    await set({ status: 'suspended' });
    expect(await codeOf(give([ids[0] ?? '', ids[2] ?? '']))).toBe('TKT-0007');
    await set({ status: 'inUse', abt_expire_date: new Date(fixture.deps.clock() - 1_000) });
    expect(await codeOf(give([ids[0] ?? '', ids[2] ?? '']))).toBe('TKT-0005');
    expect(await listOf(taro)).toEqual([]);
    expect(await codeOf(give([ids[2] ?? ''], wrong()))).toBe('AccountOrPwdError');
  });

  test('is refused as a transfer of one is, and happens once for a retried key', async () => {
    const ids = await party(2);
    expect(await codeOf(give(ids, { emailRepeat: 'tara@example.jp' }))).toBe('TKT-0016');
    expect(await codeOf(give(ids, { email: hanako.email, emailRepeat: hanako.email }))).toBe('TKT-0015');
    expect(await codeOf(give(ids, { email: 'no@example.jp', emailRepeat: 'no@example.jp' }))).toBe(
      'TKT-0014',
    );
    const his = await taro.bound('kansai-pass-2day');
    expect(await codeOf(give([...ids, his]))).toBe('TKT-0001');
    const password = fixture.encrypted(PASSWORD, 'transferTickets');
    const key = { 'idempotency-key': 'give-both' };
    const first = await give(ids, { password }, key);
    const before = mailsTo(taro).length;
    expect((await give(ids, { password }, key)).json()).toEqual(first.json());
    expect(mailsTo(taro).length).toBe(before);
    expect(await listOf(taro)).toHaveLength(3);
  });

  test('and a use of one of them at the same time: both or one, never half', async () => {
    for (let round = 0; round < 4; round += 1) {
      const ids = await party(2);
      const [given, used] = await Promise.all([
        codeOf(give(ids)),
        codeOf(hanako.post('useTickets', { ticketIds: ids.toReversed() })),
      ]);
      const statuses = await Promise.all(ids.map(async (id) => (await taro.load(id)).status));
      expect([
        ['OK', 'OK', 'inUse', 'inUse'],
        ['OK', 'TKT-0001', 'bound', 'bound'],
      ]).toContainEqual([given, used, ...statuses]);
    }
  });
});

describe('a party', () => {
  test('is named alike on the tickets of one order in one account, and for nobody else', async () => {
    const ids = await party(3);
    await hanako.bound('kansai-pass-2day');
    const parties = (await listOf(hanako)).map(({ party: name }: { party: string }) => name);
    expect(new Set(parties).size).toBe(2);
    const before = (await hanako.load(ids[0] ?? '')).party;
    await give(ids.slice(0, 2));
    const [first, second] = await listOf(taro);
    expect(first.party).toBe(second.party);
    expect(first.party).not.toBe(before);
  });
});
