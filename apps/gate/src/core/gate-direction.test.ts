// The desk's code sets the station and the allowed directions. Nothing at the gate can extend them.
import { expect, it } from 'vitest';
import type { GateDirection } from '@kippu/contract/values';
import { testGate } from '../../test/test-gate.ts';

it.each([
  ['in', 'out', 'in'],
  ['out', 'both', 'out'],
  ['both', 'out', 'out'],
  ['both', 'in', 'in'],
] as const)(
  'a code for %s, enrolled as %s, is %s and stays so over a restart',
  async (allowed, wished, set) => {
    const gate = testGate();
    gate.server.allowed = allowed;
    const first = await gate.open();
    await first.enrol({ code: 'AAAA', pin: '2468', direction: wished });
    await first.syncRound();
    gate.server.offline = true;
    const again = await gate.open();
    expect(again.view().settings).toMatchObject({ allowed, direction: set, station: { stationId: 'kyoto' } });
    const other = set === 'in' ? 'out' : 'in';
    expect(await gate.show(again, {}, { direction: other })).toMatchObject({
      kind: 'stop',
      reason: { en: 'Not for this gate: check the station and direction' },
    });
    expect((await gate.show(again, {}, { direction: set }))?.kind).toBe('go');
  },
);

it.each([
  ['in', ['out', 'both']],
  ['out', ['in', 'both']],
] as const)('a gate enrolled for %s cannot be set to another direction', async (allowed, others) => {
  const gate = testGate();
  gate.server.allowed = allowed;
  const machine = await gate.enrolled();
  for (const direction of others) await expect(machine.change({ direction })).rejects.toThrow(RangeError);
  await machine.change({ direction: allowed, camera: 'off' });
  for (const each of [machine, await gate.open()])
    expect(each.view().settings).toMatchObject({ direction: allowed, camera: 'off' });
});

it('a gate enrolled for both directions can change its direction', async () => {
  const gate = testGate();
  const machine = await gate.enrolled();
  const directions: readonly GateDirection[] = ['in', 'out', 'both'];
  for (const direction of directions) {
    await machine.change({ direction });
    expect((await gate.open()).view().settings?.direction).toBe(direction);
  }
});

it('only a gate that works both ways says which way a ticket passed', async () => {
  const gate = testGate();
  const machine = await gate.enrolled();
  for (const direction of ['in', 'out'] as const) {
    gate.pass(11 * 60_000);
    expect(await gate.show(machine, {}, { direction })).toMatchObject({ kind: 'go', direction });
  }
  machine.act({ code: 37, ticket: { ticketNo: 'AB12CD34' }, reason: 'phone' });
  expect(machine.view().verdict).toMatchObject({ kind: 'go', direction: 'out' });
  await machine.change({ direction: 'in' });
  gate.pass(11 * 60_000);
  expect(await gate.show(machine, {}, { direction: 'in' })).toMatchObject({ direction: null });
});
