// The alerts that a traveller reads of a journey: of its train, route and stations, on its day.
import { expect, test } from 'vitest';
import type { JourneyAlert } from '@kippu/contract/calls/traveller/train';
import { MAX_ALERT_TEXT, MAX_JOURNEY_ALERTS } from '@kippu/contract/limits';
import { anAlert, storeAlerts } from '../../../test/live/stored-alerts.ts';
import { eachLiveMorning } from '../../../test/reservation/live-morning.ts';
import { KIX, TRAIN_14 } from '../../../test/reservation/seat-client.ts';

const START = Date.parse('2026-04-01T09:00:00+09:00');
const HOUR = 3_600_000;
const TRAIN = TRAIN_14.departureId;
const morning = eachLiveMorning();

const JOURNEY = { date: '2026-04-01', from: KIX, to: 'kyoto' };
async function read(query: Record<string, string> = {}): Promise<JourneyAlert[]> {
  // All screens read the alerts together once in five seconds.
  morning.deps.advance(5_000);
  const { data } = await morning.client.get('journeyAlerts', { ...JOURNEY, ...query });
  return (data as { items: JourneyAlert[] }).items;
}
const ids = async (query: Record<string, string> = {}) => (await read(query)).map(({ alertId }) => alertId);

test('of a train: its own, its route, its direction, its two stations, the whole railway', async () => {
  const trip = morning.deps.operator.trips.get(TRAIN.split('@')[0] ?? '');
  const { routeId = '', direction = 'inbound' } = trip ?? {};
  const opposite = direction === 'inbound' ? 'outbound' : 'inbound';
  const alerts = [
    anAlert('all'),
    anAlert('train', { informed: [{ departureId: TRAIN }] }),
    anAlert('route', { informed: [{ routeId }] }),
    anAlert('direction', { informed: [{ routeId, direction }] }),
    anAlert('from', { informed: [{ stationId: KIX }] }),
    anAlert('to', { informed: [{ stationId: 'nowhere' }, { stationId: 'kyoto' }] }),
    anAlert('x-other train', { informed: [{ departureId: TRAIN.replace('04-01', '04-02') }] }),
    anAlert('x-other route', { informed: [{ routeId: 'other' }] }),
    anAlert('x-other way', { informed: [{ direction: opposite }] }),
    anAlert('x-on the way', { informed: [{ stationId: 'tennoji' }] }),
  ];
  await storeAlerts(morning.deps.db, alerts, START);
  expect(await ids({ departureId: TRAIN })).toEqual(['all', 'direction', 'from', 'route', 'to', 'train']);
  expect(await ids()).toEqual(['all', 'direction', 'from', 'route', 'to', 'train']);
  expect(await ids({ date: '2026-04-02', departureId: TRAIN })).toContain('train');
  expect(await ids({ date: '2026-04-02' })).toContain('x-other train');
  expect(await ids({ from: 'kyoto', to: KIX })).toContain('x-other way');
  expect(await ids({ from: 'nowhere' })).toEqual([]);
  expect(await ids({ departureId: 'nowhere' })).toEqual([]);
});

test('on its day: what is over is not said, what begins later that day says when', async () => {
  const evening = START + 9 * HOUR;
  await storeAlerts(
    morning.deps.db,
    [
      anAlert('evening', { periods: [{ from: evening, until: evening + HOUR }] }),
      anAlert('now', { periods: [{ until: START + HOUR }] }),
      anAlert('over', { periods: [{ until: START }] }),
      anAlert('tomorrow', { periods: [{ from: START + 24 * HOUR }] }),
    ],
    START,
  );
  const today = await read();
  expect(today.map(({ alertId, from }) => [alertId, from])).toEqual([
    ['evening', '2026-04-01 18:00:00'],
    ['now', undefined],
  ]);
  expect(await ids({ date: '2026-04-02' })).toEqual(['tomorrow']);
});

test('texts have the language asked for, else the fallback; they are limited, and links are https only', async () => {
  await storeAlerts(
    morning.deps.db,
    [
      anAlert('a', {
        header: { en: 'Strike', ja: 'ストライキ' },
        description: { en: 'x'.repeat(4_000) },
        url: { en: 'https://rail.example/strike', ja: 'http://rail.example/strike' },
      }),
    ],
    START,
  );
  const [alert] = await read();
  expect(alert).toMatchObject({
    headerJp: 'ストライキ',
    headerKr: 'Strike',
    urlEn: 'https://rail.example/strike',
    urlJp: 'https://rail.example/strike',
  });
  expect(alert?.textEn.length).toBe(MAX_ALERT_TEXT);
});

test('no more than can be read, and none of a feed that is silent', async () => {
  await storeAlerts(
    morning.deps.db,
    Array.from({ length: 40 }, (_, at) => anAlert(`a${at}`)),
    START,
  );
  expect(await ids()).toHaveLength(MAX_JOURNEY_ALERTS);
  morning.deps.advance(25 * 60_000);
  expect(await ids()).toEqual([]);
});

test('a day that does not exist is refused', async () => {
  const { code } = await morning.client.get('journeyAlerts', { ...JOURNEY, date: '2026-02-30' });
  expect(code).toBe('REQ-0001');
});
