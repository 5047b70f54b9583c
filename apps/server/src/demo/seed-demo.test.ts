// The demo is made once, its printed accounts can sign in, and every printed ticket can be added.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword, isPassword } from '../account/password-crypto/hash-password.ts';
import { findAccountByEmail } from '../account/record/account-store.ts';
import { inTransaction } from '../platform/db/database.ts';
import { makeGateCode } from '../gate/enrol/enrol-gate.ts';
import { enrolDevice, newDevice } from '../../test/gate/gate-device.ts';
import { openTicketApp, type TicketFixture } from '../../test/ticket/ticket.ts';
import { demoMessage } from './demo-message.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../platform/start/demo-people.ts';
import { guardDemo, guardProduction } from './guard-database.ts';
import { closeDemo } from './published-accounts.ts';
import { seedDemo } from './seed-demo.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());

const countTickets = async () =>
  (await fixture.deps.db.selectFrom('ticket').select('ticket_id').execute()).length;

test('two processes at once seed it once', async () => {
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

test('every printed ticket can be added, and an added one is not printed again', async () => {
  const hanako = await fixture.traveller('hanako');
  const notice = await demoMessage(fixture.deps);
  expect(notice).toContain(`${DEMO_EMAIL}   ${DEMO_PASSWORD}`);
  const links = notice.match(/http\S+link=\S+/g) ?? [];
  const redeemCode = /by redeem code\s+(\S+)/.exec(notice)?.[1];
  const voucherNo = /by voucher number\s+(\S+)/.exec(notice)?.[1];
  expect(links).toHaveLength(2);
  const bound = [];
  for (const typed of [...links.map((link) => ({ link })), { redeemCode }, { voucherNo }])
    bound.push((await hanako.post('bind', typed)).json().data.tickets.length);
  expect(bound).toEqual([1, 3, 1, 1]);
  expect(await demoMessage(fixture.deps)).not.toContain('Tickets to add');
});

test('the notice prints codes for an entrance and an exit that work once, and none afterwards', async () => {
  const [, entrance = '', exit = ''] =
    /enrol code (\S+) \(entry\), (\S+) \(exit\)/.exec(await demoMessage(fixture.deps)) ?? [];
  const device = newDevice(() => fixture.deps.clock());
  const other = newDevice(() => fixture.deps.clock());
  for (const [code, by, direction] of [
    [entrance, device, 'in'],
    [exit, other, 'out'],
  ] as const)
    expect((await enrolDevice(fixture.app, code, by)).json().data).toMatchObject({
      direction,
      station: { stationId: 'kyoto' },
    });
  const third = newDevice(() => fixture.deps.clock());
  expect((await enrolDevice(fixture.app, entrance, third)).json().code).toBe('ACC-0004');
  const notice = await demoMessage(fixture.deps);
  expect(notice).toContain('/gate/');
  expect(notice).not.toContain('enrol code');
});

describe('production', () => {
  const closing = () => {
    const { db, clock, operator, config } = fixture.deps;
    return closeDemo({ db, clock, operator, publicOrigin: config.publicOrigin });
  };
  const guard = () => guardProduction(fixture.deps.db, new Date(fixture.deps.clock()));
  const signIn = (path: string, payload: object) =>
    fixture.app.inject({ method: 'POST', url: path, payload });

  test('refuses a database with demonstration accounts, and accepts it once they are closed', async () => {
    const { db } = fixture.deps;
    await expect(guard()).rejects.toThrow(
      /published password \(demo@kippu.example, counter@.*, editor@.*, manager@.*\); close them with `node apps/,
    );
    await guardDemo(db);
    const manager = { email: 'manager@kippu.example', password: DEMO_PASSWORD };
    expect((await signIn('/desk/sign-in', manager)).statusCode).toBe(200);

    // Somebody took over one of the accounts.
    await db
      .updateTable('staff')
      .set({ password_hash: await hashPassword('Hozugawa-58-boat') })
      .where('email', '=', 'editor@kippu.example')
      .execute();
    const closed = await closing();
    expect(closed.people).toEqual([DEMO_EMAIL, 'counter@kippu.example', 'manager@kippu.example']);
    // Six of Hanako's tickets are from the demonstration.
    expect(closed).toMatchObject({ tickets: 12, gates: 2, gateCodes: 4 });
    expect((await signIn('/desk/sign-in', manager)).statusCode).not.toBe(200);
    expect(await findAccountByEmail(db, DEMO_EMAIL)).toBeUndefined();
    const states = await db.selectFrom('ticket').select('status').distinct().execute();
    expect(states).toEqual([{ status: 'void' }]);
    expect(await closing()).toEqual({ people: [], tickets: 0, gates: 0, gateCodes: 0 });
  });

  test('voids the demonstration’s unused gate codes only, and refuses a demonstration from then on', async () => {
    const { db, clock } = fixture.deps;
    const place = { stationId: 'kyoto', direction: 'both' } as const;
    const [demo, own] = await inTransaction(db, async (trx) => [
      await makeGateCode(trx, { ...place, demo: true }, clock()),
      await makeGateCode(trx, place, clock()),
    ]);
    expect(await guard()).toEqual(['1 unused gate codes of a demonstration are void now']);
    expect(await guard()).toEqual([]);
    const device = newDevice(() => fixture.deps.clock());
    const enrol = (code = '') => enrolDevice(fixture.app, code, device);
    expect((await enrol(demo?.code)).json().code).toBe('ACC-0005');
    expect((await enrol(own?.code)).statusCode).toBe(200);
    await expect(guardDemo(db)).rejects.toThrow(
      /^DEMO: must be 0, because this database has been used in production/,
    );
  });
});
