// Cancellations of a feed that wait for the desk: shown with whom they touch, allowed, or refused for good.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { staffAtDesk, type AskDesk } from '../../../test/staff.ts';
import { openTicketApp, TRAIN_14, type TicketFixture } from '../../../test/ticket/ticket.ts';
import type { Cut } from '@kippu/domain/live/cut';
import { inTransaction } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/db/json-text.ts';
import { saveLive } from '../../platform/live/live-store.ts';

const DATE = '2026-04-01';
const [A, B] = [TRAIN_14.departureId, 'haruka-16@2026-04-01'];
const HELD = { feed: 1, serviceDate: DATE };

let fixture: TicketFixture;
let editor: AskDesk;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  editor = await staffAtDesk(fixture, 'editor');
});

/** The feed's reader stores what it may not apply. */
const hold = (cuts: Readonly<Record<string, Cut>> = { [A]: { runs: false }, [B]: { runs: false } }) => {
  const held = jsonText({ [DATE]: cuts });
  return fixture.deps.db
    .insertInto('live_feed')
    .values({ number: 1, fetched_at: new Date(fixture.deps.clock()), held })
    .onConflict((conflict) => conflict.column('number').doUpdateSet({ held }))
    .execute();
};
const waiting = async (ask = editor) => (await ask('GET', 'held-cuts')).json().data.items;
const code = async (path: string, ask = editor, more: object = {}) =>
  (await ask('POST', `held-cuts/${path}`, { ...HELD, ...more })).json().code;
const runs = async (departureId: string) =>
  (await editor('GET', 'train-run', { departureId })).json().data.run.runs;

test('what waits is shown with who would lose their train, and cancels once an editor allows it', async () => {
  const hanako = await fixture.traveller('hanako');
  await hanako.book([await hanako.bound('kansai-wide-5day')], ['4-1A']);
  expect(await waiting()).toEqual([]);
  await hold();
  const counter = await staffAtDesk(fixture, 'counter');
  expect(await waiting(counter)).toEqual([
    { ...HELD, trains: 2, shortened: 0, applied: 0, losesTrain: { reservations: 1, travellers: 1 } },
  ]);
  expect(await code('allow', counter)).toBe('SES-0006');
  expect(await code('keep', counter)).toBe('SES-0006');
  expect(await runs(A)).toBe(true);
  expect(await code('allow')).toBe('OK');
  expect([await runs(A), await runs(B)]).toEqual([false, false]);
  expect(await waiting()).toEqual([]);
  expect(await code('allow')).toBe('DESK-0001');
});

test('an answer to fewer trains than wait is refused, both ways, and nothing is done', async () => {
  await hold();
  for (const path of ['allow', 'keep']) expect(await code(path, editor, { trains: 1 })).toBe('DESK-0001');
  expect(await waiting()).toMatchObject([{ trains: 2 }]);
  expect(await code('keep', editor, { trains: 2 })).toBe('OK');
  expect([await runs(A), await runs(B)]).toEqual([true, true]);
});

test('trains that the desk keeps running stay so, however often the feed asks', async () => {
  await hold();
  expect(await code('keep')).toBe('OK');
  await hold();
  expect(await waiting()).toEqual([]);
  expect(await code('keep')).toBe('DESK-0001');
  expect([await runs(A), await runs(B)]).toEqual([true, true]);
  const { items } = (await editor('GET', 'train-run/history', { departureId: A })).json().data;
  expect(items).toMatchObject([{ source: 'desk', by: 'Test editor', said: { runs: true } }]);
});

test('a train of which the desk spoke before does not wait', async () => {
  const change = { runs: true };
  await editor('POST', 'train-run', { departureId: A, version: '0', change });
  await hold();
  expect(await waiting()).toMatchObject([{ trains: 1 }]);
});

test('stops that are left out wait too, with who boards or leaves there, and are applied as they are', async () => {
  const hanako = await fixture.traveller('hanako');
  await hanako.book([await hanako.bound('kansai-wide-5day')], ['4-1A']);
  const { departureId } = TRAIN_14;
  // The desk has said that the train runs; that says nothing of its stops.
  await editor('POST', 'train-run', { departureId, version: '0', change: { runs: true } });
  await hold({ [A]: { skipped: [TRAIN_14.from] }, [B]: { runs: false } });
  expect(await waiting()).toMatchObject([
    { trains: 2, shortened: 1, losesTrain: { reservations: 1, travellers: 1 } },
  ]);
  expect(await code('allow')).toBe('OK');
  const { expected, run } = (await editor('GET', 'train-run', { departureId })).json().data;
  expect([run.runs, expected.find(({ key }: { key: string }) => key === TRAIN_14.from).isSkipped]).toEqual([
    true,
    true,
  ]);
});

test('staff allow what they saw: more is refused, and nothing is cancelled', async () => {
  await hold();
  expect(await code('allow', editor, { trains: 1 })).toBe('DESK-0001');
  expect([await runs(A), (await waiting()).length]).toEqual([true, 1]);
  expect(await code('allow', editor, { trains: 2 })).toBe('OK');
  expect(await runs(A)).toBe(false);
});

test('what feeds have cancelled already is counted, until the desk has decided on it', async () => {
  const said = [{ departureId: A, layer: { asOf: fixture.deps.clock(), runs: false } }];
  const by = { source: 'feed', by: 'feed:1', at: new Date(fixture.deps.clock()) } as const;
  await inTransaction(fixture.deps.db, (trx) => saveLive(trx, said, by));
  const other = { [B]: { runs: false } };
  await hold(other);
  expect(await waiting()).toMatchObject([{ trains: 1, applied: 1 }]);
  expect(await code('allow')).toBe('OK');
  await hold({ 'haruka-18@2026-04-01': { runs: false } });
  expect(await waiting()).toMatchObject([{ trains: 1, applied: 0 }]);
});
