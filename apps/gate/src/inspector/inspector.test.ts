// An inspector's device: lists taken along, codes checked without a network, ticks that stay, and nothing sent.
// oxlint-disable-next-line import/no-unassigned-import -- IndexedDB for Node
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { makeCode, TICKET } from '@kippu/ticket-code/test/vectors';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { seatList } from '../../test/seat-list.ts';
import { testGate } from '../../test/test-gate.ts';
import { Inspector } from './inspector.ts';
import { openInspectorDatabase, type InspectorDatabase } from './inspector-database.ts';
import { seatTag } from './seat-list.ts';

const ID = 'haruka-14@2026-11-28';
const OTHER = '0198c1de-7b6a-7c3e-9f00-000000000002';
let databases = 0;

/** Returns a moment that one waits for and another reaches. */
function moment() {
  let reached = () => {};
  const waited = new Promise<void>((resolve) => {
    reached = resolve;
  });
  return { waited, reached: () => reached() };
}

/** Opens an enrolled inspector's device, which can be opened again as after a reload. */
async function device() {
  const gate = testGate();
  gate.server.inspects = true;
  databases += 1;
  const name = `inspector-${databases}`;
  const machine = await gate.enrolled();
  const sounds: string[] = [];
  const open = async (of = machine, change: Partial<InspectorDatabase> = {}) => {
    const inspector = new Inspector({
      machine: of,
      database: { ...(await openInspectorDatabase(name)), ...change },
      call: (...asked) => gate.call(...asked),
      steady: () => gate.time.steady,
      sound: (kind) => sounds.push(kind),
    });
    await inspector.start();
    return inspector;
  };
  const tags = { mine: await seatTag(ID, TICKET), other: await seatTag(ID, OTHER) };
  const seats = [
    { seat: '4-1A', firstLeg: 0, endLeg: 3, tag: tags.mine },
    { seat: '4-1B', firstLeg: 0, endLeg: 3, tag: tags.other },
  ];
  gate.server.lists.set(ID, seatList({ seats }));
  return {
    gate,
    machine,
    sounds,
    seats,
    open,
    /** Opens machine and inspector anew. */
    reload: async () => open(await gate.open()),
    show: async (inspector: Inspector, ...[change = {}, options = {}]: Parameters<typeof makeCode>) => {
      gate.pass(4_000);
      await inspector.read(await makeCode(change, { at: Math.floor(gate.time.wall / 1000), ...options }));
      return inspector.view().finding;
    },
  };
}

it('two seats are found without a network and stay ticked after a reload; nothing is sent or used up', async () => {
  const { gate, machine, open, reload, show, sounds } = await device();
  const inspector = await open();
  expect(await inspector.takeAlong(ID)).toBe(true);
  gate.server.offline = true;
  expect(await show(inspector)).toMatchObject({
    kind: 'good',
    standing: { kind: 'here', seats: [{ seat: '4-1A' }] },
    seenBefore: null,
  });
  const first = inspector.view().finding?.at;
  expect(await show(inspector, { ticketId: OTHER })).toMatchObject({
    kind: 'good',
    standing: { kind: 'here', seats: [{ seat: '4-1B' }] },
  });
  expect(Object.keys(inspector.view().current?.seen ?? {})).toHaveLength(2);
  const again = await reload();
  expect(Object.keys(again.view().current?.seen ?? {})).toHaveLength(2);
  expect(again.view().current?.list.departureId).toBe(ID);
  expect(await show(again)).toMatchObject({ kind: 'good', seenBefore: first });
  expect(sounds).toEqual(['go', 'go', 'go']);
  expect(machine.view()).toMatchObject({ queued: 0, recent: [], verdict: null });
  expect(gate.database.queue.size).toBe(0);
  expect(gate.server.calls).not.toContain('gateEvents');
  expect(gate.server.calls).not.toContain('gateDecide');
});

it('a seat that is ticked and a train that is chosen while a list is saved again stay so', async () => {
  const { gate, machine, open, reload, show, seats } = await device();
  const later = 'haruka-16@2026-11-28';
  gate.server.lists.set(later, seatList({ departureId: later, trainNo: '16' }));
  const first = await open();
  await first.takeAlong(later);
  await first.takeAlong(ID);
  const [saving, mayGoOn] = [moment(), moment()];
  const inspector = await open(machine, {
    saveList: async () => {
      saving.reached();
      await mayGoOn.waited;
    },
  });
  const refreshed = inspector.refresh();
  await saving.waited;
  expect(await show(inspector)).toMatchObject({ standing: { kind: 'here' } });
  await inspector.choose(later);
  mayGoOn.reached();
  await refreshed;
  expect(inspector.view().current?.list.departureId).toBe(later);
  await inspector.choose(ID);
  for (const seat of seats.slice(1)) await inspector.toggle(seat);
  expect(Object.keys(inspector.view().current?.seen ?? {})).toHaveLength(2);
  const again = await reload();
  expect(Object.keys(again.view().current?.seen ?? {})).toHaveLength(2);
});

it('a code that a gate would read opens nothing on an inspector’s device', async () => {
  const { gate, machine } = await device();
  await machine.read(await makeCode({}, { at: Math.floor(gate.time.wall / 1000) }));
  machine.act({ code: 38, ticket: { ticketNo: 'AB12CD34' }, reason: 'phone' });
  expect(machine.view()).toMatchObject({ verdict: null, queued: 0 });
});

it('says of each code why it is not good: train, list, leg, copy, time, revocation, a journey that is over', async () => {
  const { gate, machine, open, show, seats } = await device();
  const inspector = await open();
  expect(await show(inspector)).toMatchObject({ kind: 'good', standing: { kind: 'noList' } });
  await inspector.takeAlong(ID);
  const STRANGER = '0198c1de-7b6a-7c3e-9f00-000000000003';
  const seat = { train: 'はるか 99', car: '4', seat: '2A' };
  expect(await show(inspector, { ticketId: STRANGER, seat })).toMatchObject({
    kind: 'look',
    standing: { kind: 'otherTrain', seat },
  });
  const changed = { ...seat, train: 'はるか 14' };
  expect(await show(inspector, { ticketId: STRANGER, seat: changed })).toMatchObject({
    kind: 'look',
    standing: { kind: 'notInList' },
  });
  expect(await show(inspector, { ticketId: STRANGER })).toMatchObject({
    kind: 'good',
    standing: { kind: 'noSeat' },
  });
  gate.server.lists.set(ID, seatList({ seats: seats.map((each) => ({ ...each, endLeg: 1 })) }));
  await inspector.refresh();
  expect(await show(inspector)).toMatchObject({ kind: 'look', standing: { kind: 'otherLeg' } });
  expect(inspector.view().current?.seen).toEqual({});

  const now = Math.floor(gate.time.wall / 1000);
  expect(await show(inspector, {}, { at: now - 120 })).toMatchObject({
    kind: 'bad',
    check: { reason: 'stale', certificate: { ticketId: TICKET } },
    standing: null,
  });
  await inspector.read('KQ1:NOTHING');
  expect(inspector.view().finding).toMatchObject({ kind: 'bad', check: { reason: 'malformed' } });
  expect(await show(inspector, { validUntil: now - 10 })).toMatchObject({ check: { reason: 'expired' } });
  gate.server.singles = ['P-HARUKA-1'];
  gate.server.passed = [
    { ticketId: TICKET, direction: 'out', at: '2026-11-28 11:00:00', single: true, stationId: 'osaka' },
  ];
  await machine.syncRound();
  expect(await show(inspector)).toMatchObject({ kind: 'bad', check: { reason: 'used' } });
  gate.server.revoked = [{ ticketId: OTHER, at: '2026-11-28 12:00:30' }];
  await machine.syncRound();
  expect(await show(inspector, { ticketId: OTHER })).toMatchObject({ check: { reason: 'revoked' } });
});

it('a list is fetched again when it is old and there is a network, and keeps the ticks of the same tickets', async () => {
  const { gate, machine, open, show, seats } = await device();
  const inspector = await open();
  await inspector.takeAlong(ID);
  await show(inspector);
  const fetched = () => gate.server.calls.filter((name) => name === 'inspectorSeats').length;
  const [mine, other] = seats;
  if (!mine || !other) throw new Error('no seats');
  // The first seat went to somebody else, whose seat is 4-1A now.
  gate.server.lists.set(
    ID,
    seatList({ seats: [{ ...mine, tag: other.tag }], madeAt: '2026-11-28 12:03:00' }),
  );
  gate.pass(180_000);
  machine.tick();
  await inspector.tick();
  expect(fetched()).toBe(2);
  expect(inspector.view().current?.list.madeAt).toBe('2026-11-28 12:03:00');
  expect(await show(inspector, { ticketId: OTHER })).toMatchObject({ seenBefore: null });
  // Not again before it is old, and not without a network.
  await inspector.tick();
  gate.server.offline = true;
  await machine.syncRound().catch(() => undefined);
  gate.pass(600_000);
  machine.tick();
  await inspector.tick();
  expect(fetched()).toBe(2);
});

it('a list that cannot be fetched says why, and the one on the device stays', async () => {
  const { gate, open } = await device();
  const inspector = await open();
  await inspector.takeAlong(ID);
  gate.server.lists.delete(ID);
  await inspector.refresh();
  expect(inspector.view()).toMatchObject({ trouble: 'gone', busy: null });
  gate.server.offline = true;
  await inspector.refresh();
  expect(inspector.view().trouble).toBe('network');
  expect(inspector.view().current?.list.seats).toHaveLength(2);
  expect(await inspector.takeAlong('haruka-15@2026-11-28')).toBe(false);
});

it('lists end with their day, on a device that is closed, and when the enrolment is erased', async () => {
  const { gate, machine, open, reload } = await device();
  const inspector = await open();
  await inspector.takeAlong(ID);
  gate.time.wall = wallToEpoch('2026-11-28 23:59:59');
  machine.tick();
  await inspector.tick();
  expect(inspector.view().taken).toHaveLength(1);
  gate.pass(1_000);
  machine.tick();
  await inspector.tick();
  expect(inspector.view()).toMatchObject({ taken: [], current: null });
  expect((await reload()).view().taken).toEqual([]);

  gate.server.lists.set(ID, seatList({ endsAt: '2026-11-30 00:00:00' }));
  await inspector.takeAlong(ID);
  gate.server.closed = true;
  await machine.syncRound().catch(() => undefined);
  await inspector.tick();
  expect(inspector.view().taken).toEqual([]);
  expect((await reload()).view().taken).toEqual([]);
});

it('a leg is chosen by hand until the time is followed again, and a tick is taken back', async () => {
  const { open, machine, seats } = await device();
  const inspector = await open();
  await inspector.takeAlong(ID);
  machine.tick();
  await inspector.tick();
  expect(inspector.view()).toMatchObject({ leg: 2, follows: true });
  inspector.step(-1);
  inspector.step(-1);
  inspector.step(-1);
  expect(inspector.view()).toMatchObject({ leg: 0, follows: false });
  await inspector.tick();
  expect(inspector.view().leg).toBe(0);
  inspector.followTime();
  expect(inspector.view()).toMatchObject({ leg: 2, follows: true });
  const [seat] = seats;
  if (!seat) throw new Error('no seat');
  await inspector.toggle(seat);
  expect(Object.keys(inspector.view().current?.seen ?? {})).toHaveLength(1);
  await inspector.toggle(seat);
  expect(inspector.view().current?.seen).toEqual({});
});

it('while the clock or the keys are unknown no code is judged', async () => {
  const { gate, open } = await device();
  const inspector = await open();
  gate.time.wall -= 600_000;
  expect(await inspector.read(await makeCode({}, { at: Math.floor(gate.time.wall / 1000) }))).toBe(false);
  expect(inspector.view().finding).toBeNull();
});

it('passages of the gate that the device was before are set aside when it becomes an inspector’s', async () => {
  const gate = testGate();
  const machine = await gate.enrolled();
  gate.server.offline = true;
  await gate.show(machine);
  gate.server.offline = false;
  gate.server.closed = true;
  await machine.syncRound().catch(() => undefined);
  gate.server.closed = false;
  expect(await machine.leave()).toBe(true);
  gate.server.inspects = true;
  gate.server.calls.length = 0;
  await machine.enrol({ code: 'BBBB', pin: '2468', direction: null });
  await machine.syncRound();
  expect(machine.view()).toMatchObject({ queued: 0, stuck: 1, settings: { inspects: true } });
  expect(gate.server.calls).not.toContain('gateEvents');
});
