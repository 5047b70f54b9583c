// The demo: made once, signed in to with what is printed, and every printed ticket can be added.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPassword } from '../account/password-crypto.ts';
import { findAccountByEmail } from '../account/account-store.ts';
import { openTicketApp, type TicketFixture } from '../ticket/ticket-fixture.ts';
import { demoNotice } from './demo-notice.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from './demo-orders.ts';
import { seedDemo } from './seed-demo.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());

const countTickets = async () =>
  (await fixture.deps.db.selectFrom('ticket').select('ticket_id').execute()).length;

test('it is seeded once, also by two processes at once', async () => {
  expect(await countTickets()).toBe(0);
  await Promise.all([seedDemo(fixture.deps), seedDemo(fixture.deps)]);
  await seedDemo(fixture.deps);
  expect(await countTickets()).toBe(12);
  const account = await findAccountByEmail(fixture.deps.db, DEMO_EMAIL);
  expect(await isPassword(account?.password_hash ?? '', DEMO_PASSWORD)).toBe(true);
  const owned = await fixture.deps.db
    .selectFrom('ticket')
    .select(['product_id', 'status'])
    .where('account_id', '=', account?.account_id ?? '')
    .orderBy('product_id')
    .execute();
  expect(owned.map(({ product_id, status }) => `${product_id} ${status}`)).toEqual([
    'haruka-kix-kyoto bound',
    'haruka-kix-kyoto bound',
    'haruka-kyoto-kix inUse',
    'kansai-pass-2day bound',
    'keihan-voucher bound',
    'museum-eticket bound',
  ]);
});

test('what the notice prints can be added, and what was added is printed no more', async () => {
  const hanako = await fixture.traveller('hanako');
  const notice = await demoNotice(fixture.deps);
  expect(notice).toContain(`${DEMO_EMAIL}   ${DEMO_PASSWORD}`);
  const links = notice.match(/http\S+link=\S+/g) ?? [];
  const redeemCode = /by redeem code\s+(\S+)/.exec(notice)?.[1];
  const voucherNo = /by voucher number\s+(\S+)/.exec(notice)?.[1];
  expect(links).toHaveLength(2);
  const bound = [];
  for (const typed of [...links.map((link) => ({ link })), { redeemCode }, { voucherNo }])
    bound.push((await hanako.post('bind', typed)).json().data.tickets.length);
  expect(bound).toEqual([1, 3, 1, 1]);
  expect(await demoNotice(fixture.deps)).not.toContain('Tickets to add');
});

test('the notice gives a gate code that works once, and none after', async () => {
  const code = /enrol code (\S+)/.exec(await demoNotice(fixture.deps))?.[1];
  const enrol = () => fixture.app.inject({ method: 'POST', url: '/gate/enrol', payload: { code } });
  expect((await enrol()).json().data.station.stationId).toBe('kyoto');
  expect((await enrol()).json().code).toBe('ACC-0004');
  const notice = await demoNotice(fixture.deps);
  expect(notice).toContain('/gate/');
  expect(notice).not.toContain('enrol code');
});
