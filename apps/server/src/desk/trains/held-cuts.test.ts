// Cancellations of a feed that wait for the desk: shown with whom they touch, allowed, or refused for good.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { staffAtDesk, type AskDesk } from '../../../test/staff.ts';
import { openTicketApp, TRAIN_14, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { jsonText } from '../../platform/db/json-text.ts';

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
const hold = () => {
  const held = jsonText({ [DATE]: { [A]: { runs: false }, [B]: { runs: false } } });
  return fixture.deps.db
    .insertInto('live_feed')
    .values({ number: 1, fetched_at: new Date(fixture.deps.clock()), held })
    .onConflict((conflict) => conflict.column('number').doUpdateSet({ held }))
    .execute();
};
const waiting = async (ask = editor) => (await ask('GET', 'held-cuts')).json().data.items;
const code = async (path: string, ask = editor) => (await ask('POST', `held-cuts/${path}`, HELD)).json().code;
const runs = async (departureId: string) =>
  (await editor('GET', 'train-run', { departureId })).json().data.run.runs;

test('what waits is shown with who would lose their train, and cancels once an editor allows it', async () => {
  const hanako = await fixture.traveller('hanako');
  await hanako.book([await hanako.bound('kansai-wide-5day')], ['4-1A']);
  expect(await waiting()).toEqual([]);
  await hold();
  const counter = await staffAtDesk(fixture, 'counter');
  expect(await waiting(counter)).toEqual([
    { ...HELD, trains: 2, losesTrain: { reservations: 1, travellers: 1 } },
  ]);
  expect(await code('allow', counter)).toBe('SES-0006');
  expect(await code('keep', counter)).toBe('SES-0006');
  expect(await runs(A)).toBe(true);
  expect(await code('allow')).toBe('OK');
  expect([await runs(A), await runs(B)]).toEqual([false, false]);
  expect(await waiting()).toEqual([]);
  expect(await code('allow')).toBe('DESK-0001');
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
