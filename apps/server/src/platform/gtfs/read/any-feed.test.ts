// Any feed: written in any form the standard allows it has the same departures, and any bytes end in a report.
import { strToU8, zipSync } from 'fflate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WHOLE_FEED, type Feed } from '../feed.ts';
import { packFeed, unpackFeed } from '../pack-feed.ts';
import type { FeedInput, FeedTexts } from '../source/open-source.ts';
import { feedTexts } from '../write/write-feed.ts';
import { readFeed } from './read-feed.ts';
import { runsOn } from './running-days.ts';

const readAny = (input: FeedInput) => readFeed(input, { selection: WHOLE_FEED, today: '2026-12-01' });

/** A railway, before it is written as a feed. */
interface Railway {
  readonly stops: readonly { readonly id: string; readonly name: string }[];
  readonly services: readonly {
    readonly days: readonly boolean[];
    readonly added: readonly string[];
    readonly removed: readonly string[];
  }[];
  readonly trips: readonly {
    readonly number: string;
    readonly service: number;
    /** Stops with the seconds that the train runs to them and stays there. */
    readonly calls: readonly { readonly stop: number; readonly run: number; readonly stay: number }[];
    readonly start: number;
  }[];
}
/** How it is written. */
interface Form {
  readonly end: string;
  readonly quoted: boolean;
  readonly reversed: boolean;
  readonly shortHours: boolean;
  readonly byDates: boolean;
  readonly mark: boolean;
  readonly spaces: boolean;
  readonly zipped: boolean;
}

const FROM = '2026-12-01';
const DAYS = Array.from({ length: 14 }, (_, at) => `2026-12-${String(at + 1).padStart(2, '0')}`);
const name = fc
  .string({
    unit: fc.constantFrom('a', 'Z', 'é', '駅', '"', ',', '\n', "'", ' '),
    minLength: 1,
    maxLength: 8,
  })
  .filter((text) => text.trim() !== '');
const anyRailway: fc.Arbitrary<Railway> = fc.record({
  stops: fc
    .array(fc.record({ name }), { minLength: 2, maxLength: 5 })
    .map((stops) => stops.map((stop, at) => ({ ...stop, id: `s${at}` }))),
  services: fc.array(
    fc.record({
      days: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
      added: fc.uniqueArray(fc.constantFrom(...DAYS.slice(0, 7)), { minLength: 1, maxLength: 3 }),
      removed: fc.uniqueArray(fc.constantFrom(...DAYS.slice(7)), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  trips: fc.array(
    fc.record({
      number: fc.integer({ min: 1, max: 99 }).map(String),
      service: fc.nat(2),
      start: fc.integer({ min: 0, max: 26 * 3600 }),
      calls: fc.array(
        fc.record({
          stop: fc.nat(4),
          run: fc.integer({ min: 0, max: 7200 }),
          stay: fc.integer({ min: 0, max: 600 }),
        }),
        { minLength: 2, maxLength: 6 },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});
const anyForm: fc.Arbitrary<Form> = fc.record({
  end: fc.constantFrom('\n', '\r\n', '\r'),
  quoted: fc.boolean(),
  reversed: fc.boolean(),
  shortHours: fc.boolean(),
  byDates: fc.boolean(),
  mark: fc.boolean(),
  spaces: fc.boolean(),
  zipped: fc.boolean(),
});

const pad = (n: number) => String(n).padStart(2, '0');

/** The seconds at which a trip arrives and departs at each call. */
function timesOf({
  start,
  calls,
}: Railway['trips'][number]): { readonly stop: number; readonly arrive: number; readonly depart: number }[] {
  let at = start;
  return calls.map(({ stop, run, stay }, n) => {
    const arrive = n === 0 ? start : at + run;
    at = arrive + stay;
    return { stop, arrive, depart: at };
  });
}
const stopOf = ({ stops }: Railway, stop: number) => stops[stop % stops.length]?.id ?? '';
const serviceOf = ({ services }: Railway, service: number) => service % services.length;
const weekdayOf = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
const runs = ({ days, added, removed }: Railway['services'][number], date: string) =>
  added.includes(date) || (days[weekdayOf(date)] === true && !removed.includes(date));

/** Writes a railway as a feed in a form. */
function written(
  railway: Railway,
  { end, quoted, reversed, shortHours, byDates, mark, spaces }: Form,
): FeedTexts {
  const cell = (text: string) => {
    const plain = quoted || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    return spaces ? ` ${plain} ` : plain;
  };
  const clock = (seconds: number) => {
    const hours = Math.floor(seconds / 3600);
    return `${shortHours ? hours : pad(hours)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  };
  const table = (...rows: readonly (readonly string[])[]) => {
    const lines = rows.map((row) => (reversed ? row.toReversed() : row).map(cell).join(','));
    return `${mark ? '\uFEFF' : ''}${lines.join(end)}${end}`;
  };
  const bare = (date: string) => date.replaceAll('-', '');
  const dates = railway.services.flatMap((service, at) =>
    byDates
      ? DAYS.filter((date) => runs(service, date)).map((date) => [`d${at}`, bare(date), '1'])
      : [
          ...service.added.map((date) => [`d${at}`, bare(date), '1']),
          ...service.removed.map((date) => [`d${at}`, bare(date), '2']),
        ],
  );
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const last = DAYS.at(-1) ?? FROM;
  return {
    'agency.txt': table(
      ['agency_name', 'agency_url', 'agency_timezone'],
      ['R', 'https://r.example', 'Europe/Zurich'],
    ),
    'stops.txt': table(
      ['stop_id', 'stop_name', 'stop_lat', 'stop_lon'],
      ...railway.stops.map((stop) => [stop.id, stop.name, '47.5', '-8.25']),
    ),
    'routes.txt': table(['route_id', 'route_short_name', 'route_type'], ['r', 'R', '2']),
    ...(byDates
      ? {}
      : {
          'calendar.txt': table(
            ['service_id', ...weekdays, 'start_date', 'end_date'],
            ...railway.services.map(({ days }, at) => [
              `d${at}`,
              ...days.map((day) => (day ? '1' : '0')),
              bare(FROM),
              bare(last),
            ]),
          ),
        }),
    'calendar_dates.txt': table(['service_id', 'date', 'exception_type'], ...dates),
    'trips.txt': table(
      ['route_id', 'service_id', 'trip_id', 'trip_short_name'],
      ...railway.trips.map(({ number, service }, at) => [
        'r',
        `d${serviceOf(railway, service)}`,
        `t${at}`,
        number,
      ]),
    ),
    'stop_times.txt': table(
      ['trip_id', 'arrival_time', 'departure_time', 'stop_id', 'stop_sequence'],
      ...railway.trips.flatMap((trip, at) =>
        timesOf(trip).map(({ stop, arrive, depart }, n) => [
          `t${at}`,
          clock(arrive),
          clock(depart),
          stopOf(railway, stop),
          String(n * 3),
        ]),
      ),
    ),
  };
}

/** All departures of a railway: the train, its date, stop and times. */
const departuresOf = (railway: Railway): string[] =>
  railway.trips
    .flatMap((trip, at) => {
      const service = railway.services[serviceOf(railway, trip.service)];
      const dates = DAYS.filter((date) => service && runs(service, date));
      return dates.flatMap((date) =>
        timesOf(trip).map(
          ({ stop, arrive, depart }) =>
            `${date} t${at} ${trip.number} ${stopOf(railway, stop)} ${arrive} ${depart}`,
        ),
      );
    })
    .toSorted();

const departuresIn = ({ trips, services, stops, calls }: Feed): string[] =>
  trips
    .flatMap(({ tripId, number, serviceId, first, end }) => {
      const service = services.get(serviceId);
      const dates = DAYS.filter((date) => service && runsOn(service, date));
      return dates.flatMap((date) =>
        Array.from({ length: end - first }, (_, n) => {
          const at = first + n;
          return `${date} ${tripId} ${number} ${stops[calls.stop[at] ?? -1]?.stopId} ${calls.arrive[at]} ${calls.depart[at]}`;
        }),
      );
    })
    .toSorted();

/** A feed without the rows of its stops in the file, which need not be the same. */
const withoutLines = (feed: Feed | undefined) => ({
  ...feed,
  stops: feed?.stops.map(({ line: _line, ...stop }) => stop),
});

const inZip = (texts: FeedTexts): FeedInput => ({
  zip: new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(texts).map(([file, text]) => [`feed/${file}`, strToU8(text)]))),
  ),
});

test('a feed has the departures of its railway in whatever form it is written, and again when it is stored or written', async () => {
  await fc.assert(
    fc.asyncProperty(anyRailway, anyForm, async (railway, form) => {
      const texts = written(railway, form);
      const { feed, findings } = await readAny(form.zipped ? inZip(texts) : { texts });
      expect(findings.list().filter(({ level }) => level === 'error')).toEqual([]);
      if (!feed) throw new Error('no feed');
      expect(departuresIn(feed)).toEqual(departuresOf(railway));
      expect(feed.stops.map((stop) => stop.name.text)).toEqual(railway.stops.map((stop) => stop.name.trim()));
      expect(unpackFeed(packFeed(feed))).toEqual(feed);
      const again = await readAny({ texts: feedTexts(feed) });
      expect(again.findings.list().filter(({ level }) => level === 'error')).toEqual([]);
      expect(withoutLines(again.feed)).toEqual(withoutLines(feed));
    }),
    { numRuns: 150 },
  );
});

/** Whatever is read, there is a report, and a feed that is not whole has an error. */
async function endsInReport(input: FeedInput): Promise<void> {
  const { feed, findings } = await readAny(input);
  const found = findings.list();
  for (const { count, places } of found) expect(count).toBeGreaterThanOrEqual(places.length);
  if (!feed) expect(findings.hasErrors).toBe(true);
}

test('random texts, damaged feeds and cut ZIP files end in a report', async () => {
  const noise = fc.string({
    unit: fc.constantFrom('a', '1', ':', '"', ',', '\n', '\r', '\0', '\uFFFD', '駅', '-'),
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(
      anyRailway,
      anyForm,
      fc.nat(9),
      noise,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (railway, form, file, text, share) => {
        const texts = written(railway, form);
        const names = Object.keys(texts);
        const damaged = names[file % names.length] ?? '';
        const whole = texts[damaged] ?? '';
        const at = Math.floor(whole.length * share);
        await endsInReport({
          texts: { ...texts, [damaged]: whole.slice(0, at) + text + whole.slice(at + text.length) },
        });
        await endsInReport({ texts: { ...texts, [damaged]: text } });
        const packed = inZip(texts);
        if (!('zip' in packed)) return;
        await endsInReport({ zip: packed.zip.subarray(0, Math.floor(packed.zip.length * share)) });
        const turned = packed.zip.slice();
        const byte = Math.floor((turned.length - 1) * share);
        turned[byte] = (turned[byte] ?? 0) ^ 0xff;
        await endsInReport({ zip: turned });
      },
    ),
    { numRuns: 150 },
  );
});

test('random bytes end in a report', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (zip) => {
      await endsInReport({ zip });
      await endsInReport({
        zip: Buffer.concat([Buffer.from('504b0304', 'hex'), zip, Buffer.from('504b0506', 'hex'), zip]),
      });
    }),
    { numRuns: 300 },
  );
});
