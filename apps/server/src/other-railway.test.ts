// A railway with other kinds, classes, letters, rows, directions and rules: it books and passes gates as its files say.
import { OUR_RAILWAY } from '@kippu/domain/test/our-railway';
import { setRules } from '@kippu/domain/rules';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { setZone } from '@kippu/domain/time/zone';
import { RAILWAY_NAMES } from '@kippu/words/test/demo-railway';
import { setRailway } from '@kippu/words/railway';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serving } from '../test/app-context.ts';
import { certificateOf, codeShown, newPhone, openGateApp, type GateFixture } from '../test/gate/gate.ts';
import { OTHER_TEXTS, otherRailway } from '../test/railways/other-railway.ts';
import type { TestUser } from '../test/ticket/ticket.ts';
import { openSettings } from './platform/operator/files/operator-settings.ts';

const RIDE = { departureId: 't1@2026-04-02', from: 'low', to: 'top' };
let fixture: GateFixture;
let owner: TestUser;

beforeAll(async () => {
  const operator = await otherRailway();
  fixture = await openGateApp({ operator, timetable: serving(operator) });
  openSettings(OTHER_TEXTS);
});
beforeEach(async () => {
  await fixture.reset();
  await moveTo('2026-04-01 09:00:00');
  owner = await fixture.traveller('owner', 'en');
});
afterAll(async () => {
  setZone('Asia/Tokyo');
  setRules(OUR_RAILWAY);
  setRailway(RAILWAY_NAMES);
  await fixture.close();
});

const moveTo = async (wall: string) => fixture.deps.advance(wallToEpoch(wall) - fixture.deps.clock());
const seat = async (call: string, body: object) => (await owner.seat(call, body)).json();
const seatRead = async (call: string, query: Record<string, string>) => {
  const url = `/jtr-jwqs-app/guest/seat/info/${call}?${new URLSearchParams(query)}`;
  return (await fixture.app.inject({ url, headers: { authorization: owner.authorization() } })).json();
};
const trains = async (ticketId: string, date = '2026-04-02') =>
  seatRead('ticketTrainList', { ticketIds: ticketId, from: 'low', to: 'top', date });
const hold = (ticketIds: readonly string[], more: object) =>
  seat('seatHold', { ...RIDE, ticketIds, ...more });
const book = async (ticketIds: readonly string[], seats: readonly string[]) => {
  const held = await hold(ticketIds, { seats });
  expect(held.code).toBe('OK');
  return seat('seatSave', { holdId: held.data.holdId });
};

test('seats with its letters and rows are sold and counted, by its classes', async () => {
  const rover = await owner.bound('three-days');
  const ride = await owner.bound('up');
  const [before] = (await trains(rover)).data;
  expect(before.classes).toEqual([
    { class: 'second', left: 40, label: 'enough' },
    { class: 'first', left: 30, label: 'enough' },
  ]);
  expect([before.ordinary.left, before.green.left]).toEqual([40, 30]);
  expect((await book([rover], ['22-24S'])).data.seats[0]).toMatchObject({
    seatInfo: '22-24S',
    carClass: 'second',
  });
  expect((await hold([ride], { seats: ['22-15P'] })).code).toBe('OK');
  const another = await owner.bound('three-days');
  const [after] = (await trains(another)).data;
  expect(after.classes.map(({ left }: { left: number }) => left)).toEqual([38, 30]);
  expect((await hold([another], { seats: ['22-24S'] })).code).toBe('SEAT-0002');
  expect((await hold([another], { seats: ['22-25P'] })).code).toBe('SEAT-0013');
  expect((await hold([another], { seats: ['22-14P'] })).code).toBe('SEAT-0013');
  expect((await hold([another], { seats: ['23-1W'] })).code).toBe('SEAT-0010');
  const map = (await seatRead('seatMap', { ...RIDE, ticketIds: another })).data;
  expect(map.front).toMatchObject({ cars: 'low', rows: 'high' });
  expect(map.cars.map((each: { letters: string[] }) => each.letters)).toEqual([
    ['J', 'K', '', 'M'],
    ['P', 'Q', '', 'R', 'S'],
    ['W', '', 'X'],
  ]);
  expect(map.cars[0].rows[0].row).toBe(5);
});

test('a train without a formation is listed, and no seat of it is sold', async () => {
  const rover = await owner.bound('three-days');
  const listed = (await trains(rover)).data;
  expect(listed.map(({ trainNo }: { trainNo: string }) => trainNo)).toEqual(['1', '3']);
  expect(listed[1]).toMatchObject({ classes: [], selectable: false, reason: 'SEAT-0014' });
  const unsold = { ...RIDE, departureId: 't3@2026-04-02' };
  expect((await hold([rover], { ...unsold, seats: ['22-15P'] })).code).toBe('SEAT-0013');
});

test('seats are found in the class that is asked for, else in the first that the ticket includes', async () => {
  const ride = await owner.bound('up');
  const found = async (auto: object) =>
    (await hold([ride], { auto: { prefer: 'window', ...auto } })).data.seats;
  expect(await found({})).toEqual([expect.stringMatching(/^22-/)]);
  expect(await found({ carClass: 'panorama' })).toEqual([expect.stringMatching(/^23-\d+[WX]$/)]);
  expect((await hold([ride], { auto: { prefer: 'window', carClass: 'first' } })).code).toBe('SEAT-0010');
});

test('its own rules hold: the window, the closing time, the seats at once', async () => {
  const tickets = [await owner.bound('three-days'), await owner.bound('three-days'), await owner.bound('up')];
  const [first = ''] = tickets;
  expect((await seatRead('loadPlanInfo', { ticketIds: first })).data).toMatchObject({
    bookableFrom: '2026-04-01',
    bookableTo: '2026-04-04',
    maxSeats: 1,
  });
  expect((await trains(first, '2026-04-05')).code).toBe('SEAT-0009');
  expect((await hold(tickets, { auto: { prefer: 'together' } })).values).toMatchObject({ max: 2 });
  await moveTo('2026-04-02 07:30:00');
  await owner.signIn();
  expect((await hold([first], { seats: ['22-15P'] })).code).toBe('OK');
  await moveTo('2026-04-02 07:30:01');
  expect(await hold([first], { seats: ['22-15P'] })).toMatchObject({
    code: 'SEAT-0005',
    values: { minutes: 30 },
  });
});

test('a ticket passes its gates, one journey long, and leaves for an hour after its validity', async () => {
  const ticketId = await owner.inUse('up');
  const phone = await newPhone();
  const shown = async (direction: 'in' | 'out') =>
    codeShown(await certificateOf(owner, ticketId, phone), phone, fixture.deps.clock(), direction);
  const entrance = await fixture.gate('low');
  const exit = await fixture.gate('top');
  const said = async (gate: typeof entrance, text: string) => (await gate.decide({ text })).json().data;
  expect(await said(exit, await shown('in'))).toMatchObject({ reason: 'wrongPlace' });
  expect(await said(entrance, await shown('in'))).toEqual({ verdict: 'go' });
  expect((await entrance.state()).json().data).toMatchObject({
    exitGraceSeconds: 3600,
    passBackSeconds: 0,
    singleProducts: ['up'],
  });
  const enter = { ticketId, code: 31, certificate: '', reason: 'code not read' };
  await entrance.events([{ ...enter, eventId: 'e1', at: '2026-04-01 23:30:00' }]);
  await owner.signIn();
  const summary = await owner.load(ticketId);
  expect(summary.exitUntil).toBe('2026-04-02 00:59:59');
  await moveTo('2026-04-02 00:59:59');
  await owner.signIn();
  expect(await said(exit, await shown('out'))).toEqual({ verdict: 'go' });
  await exit.events([{ ...enter, eventId: 'e2', code: 32, at: '2026-04-02 00:59:59' }]);
  expect(await fixture.status(ticketId)).toBe('used');
});

test('kinds do what they are used for', async () => {
  const [rover, peak, coupon] = [
    await owner.inUse('any-way'),
    await owner.inUse('peak'),
    await owner.bound('fondue'),
  ];
  expect((await owner.load(rover)).kind).toBe('rover');
  expect((await owner.post('use', { ticketId: coupon })).json().code).toBe('TKT-0006');
  const phone = await newPhone();
  const gate = await fixture.gate('mid');
  const shown = async (ticketId: string) =>
    codeShown(await certificateOf(owner, ticketId, phone), phone, fixture.deps.clock());
  expect((await gate.decide({ text: await shown(rover) })).json().data).toEqual({ verdict: 'go' });
  expect((await gate.decide({ text: await shown(peak) })).json().data).toMatchObject({
    reason: 'wrongPlace',
  });
});
