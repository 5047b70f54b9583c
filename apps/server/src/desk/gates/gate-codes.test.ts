// The codes that no gate has used yet: a manager lists and withdraws them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeskGateCode } from '@kippu/contract/calls/desk/gates';
import { newDevice } from '../../../test/gate/gate-device.ts';
import { openGateApp, type GateFixture } from '../../../test/gate/gate.ts';
import { asking, emailOf, staffAtDesk, tryToSignIn, type AskDesk } from '../../../test/staff.ts';

let fixture: GateFixture;
let manager: AskDesk;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  await fixture.deps.db.deleteFrom('gate_code').execute();
  manager = await staffAtDesk(fixture, 'manager');
});

const make = async (stationId = 'kyoto'): Promise<string> =>
  (await manager('POST', 'gates', { stationId, direction: 'in' })).json().data.code;
const list = async (query: Record<string, string> = {}): Promise<{ items: DeskGateCode[]; next?: string }> =>
  (await manager('GET', 'gate-codes', query)).json().data;
const onlyId = async () => (await list()).items[0]?.codeId ?? '';
const withdraw = (codeId: string) => manager('POST', 'gate-codes/withdraw', { codeId });

test('lists who made a code, for where and until when, but not the code', async () => {
  const code = await make();
  const { items } = await list();
  expect(items).toMatchObject([
    {
      stationId: 'kyoto',
      stationNameEn: 'Kyoto',
      direction: 'in',
      madeAt: '2026-04-01 09:00:00',
      expiresAt: '2026-04-02 09:00:00',
      byName: 'Test manager',
    },
  ]);
  const row = await fixture.deps.db.selectFrom('gate_code').select('code_hash').executeTakeFirstOrThrow();
  for (const secret of [code, code.replaceAll('-', ''), row.code_hash])
    expect(JSON.stringify(items)).not.toContain(secret);
});

test('a withdrawn code enrols no gate, leaves the list, and the record says who did it', async () => {
  const code = await make();
  const answer = await withdraw(await onlyId());
  expect(answer.json().data).toMatchObject({ stationId: 'kyoto' });
  expect((await fixture.enrol(code)).json().code).toBe('ACC-0005');
  expect((await list()).items).toEqual([]);
  const rows = await fixture.deps.db
    .selectFrom('staff_action')
    .select(['subject', 'actor_name'])
    .where('call', '=', 'deskWithdrawGateCode')
    .execute();
  expect(rows).toEqual([{ subject: 'kyoto', actor_name: 'Test manager' }]);
});

test('a code that a gate has used is not withdrawn: its gate stays, and its device may ask again', async () => {
  const code = await make();
  const codeId = await onlyId();
  const device = newDevice(() => fixture.deps.clock());
  const enrolled = (await fixture.enrol(code, device)).json().data;
  expect((await withdraw(codeId)).json().code).toBe('DESK-0001');
  expect((await fixture.enrol(code, device)).json().data).toEqual(enrolled);
});

test('a code that is withdrawn twice, expired or unknown is refused', async () => {
  await make();
  const [twice, codeId] = [await onlyId(), 'nobody'];
  await withdraw(twice);
  await make();
  const expired = await onlyId();
  fixture.deps.advance(86_400_000);
  const { token } = (await tryToSignIn(fixture, emailOf('manager'))).json().data;
  manager = asking(fixture, token);
  for (const id of [twice, codeId, expired]) expect((await withdraw(id)).json().code).toBe('REQ-0005');
});

test('pages list every code once; only managers see them', async () => {
  for (let n = 0; n < 60; n += 1) {
    await make(n % 2 ? 'kyoto' : 'tennoji');
    if (n % 3 === 0) fixture.deps.advance(1);
  }
  const first = await list();
  const second = await list({ cursor: first.next ?? '' });
  expect([first.items.length, second.items.length, second.next]).toEqual([50, 10, undefined]);
  expect(new Set([...first.items, ...second.items].map(({ codeId }) => codeId)).size).toBe(60);
  for (const cursor of ['x', 'WzEsMl0', 'WyJhIiwiYiJd'])
    expect((await manager('GET', 'gate-codes', { cursor })).json().code).toBe('REQ-0001');
  const counter = await staffAtDesk(fixture, 'counter');
  expect((await counter('GET', 'gate-codes')).json().code).toBe('SES-0006');
  expect((await counter('POST', 'gate-codes/withdraw', { codeId: 'x' })).json().code).toBe('SES-0006');
});
