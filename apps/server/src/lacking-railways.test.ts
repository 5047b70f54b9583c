// A railway without seats, with seats only, or without gates starts with its demonstration, and sells and opens what it has.
import { getAllPieceStation } from '@kippu/contract/calls/traveller/station';
import { hasTakingIn } from '@kippu/domain/rules';
import { rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { serving } from '../test/app-context.ts';
import { writeLackingRailway, type Lacking } from '../test/railways/lacking-railways.ts';
import { openTicketApp, type TicketFixture } from '../test/ticket/ticket.ts';
import { checkFolder } from './commands/check-folder.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { settingsForPages } from './platform/operator/operator-data.ts';
import { loadOperator } from './platform/operator/read-input.ts';

const NOW = Date.parse('2026-04-01T09:00:00+09:00');
let dir = '';
let fixture: TicketFixture | undefined;

async function start(lacking: Lacking) {
  dir = writeLackingRailway(lacking);
  const operator = await loadOperator(dir, NOW);
  const opened = await openTicketApp(NOW, { operator, timetable: serving(operator) });
  fixture = opened;
  await seedDemo(opened.deps);
  const { hasSeats, hasGates } = settingsForPages(operator);
  return { ...opened, operator, has: { hasSeats, hasGates } };
}
afterEach(async () => {
  await fixture?.close();
  rmSync(dir, { recursive: true });
});

const faults = async () => (await checkFolder(dir, '2026-04-01')).problems;

test('a railway without seats starts without formations', async () => {
  const { has, operator, traveller } = await start('seats');
  expect(await faults()).toEqual([]);
  expect(has).toEqual({ hasSeats: false, hasGates: true });
  expect([operator.formations.size, operator.trips.size]).toEqual([0, 61]);
  const owner = await traveller('owner');
  const ticketId = await owner.inUse('haruka-kix-kyoto');
  expect(await owner.load(ticketId)).toMatchObject({ status: 'inUse', reservable: false, sections: [] });
});

test('a railway whose every ticket has a seat starts without counters', async () => {
  const { has, operator, traveller } = await start('ticketsWithoutSeats');
  expect(await faults()).toEqual([]);
  expect(has).toEqual({ hasSeats: true, hasGates: true });
  expect([operator.counters, hasTakingIn()]).toEqual([[], false]);
  const owner = await traveller('owner');
  expect(await owner.load(await owner.bound('haruka-kix-kyoto'))).toMatchObject({ reservable: true });
});

test('without gates, a traveller verifies entries at the stations of the ticket', async () => {
  const { has, traveller, app } = await start('gates');
  expect(await faults()).toEqual([]);
  expect(has).toEqual({ hasSeats: true, hasGates: false });
  const owner = await traveller('owner');
  const ticketId = await owner.inUse('haruka-kix-kyoto');
  const headers = { authorization: owner.authorization() };
  const { path } = getAllPieceStation;
  const answer = await app.inject({ url: path, query: { ticketId, direction: 'in' }, headers });
  const stations = answer.json().data.flatMap((region: { stations: object[] }) => region.stations);
  expect(stations).toContainEqual(expect.objectContaining({ stationId: 'kansai-airport', gate: 'none' }));
});
