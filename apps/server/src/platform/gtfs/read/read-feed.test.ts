// Feeds as the standard allows them, read from texts: their trains, what is left out, and all that is wrong at once.
import { expect, test } from 'vitest';
import { NO_ALIGHTING, NO_BOARDING, WHOLE_FEED, type Feed, type Selection } from '../feed.ts';
import { FEED_LIMITS } from '../source/feed-source.ts';
import type { FeedTexts } from '../source/open-source.ts';
import { readFeed, type ReadFeed } from './read-feed.ts';

const TODAY = '2026-12-01';

/** A small railway: a hill line of three stations. */
const HILLS: FeedTexts = {
  'agency.txt':
    'agency_id,agency_name,agency_url,agency_timezone\nhr,Hill Railway,https://hill.example,Europe/Zurich\n',
  'stops.txt': 'stop_id,stop_name,stop_lat,stop_lon\na,Aarau,47,8\nb,Berg,47.1,8.1\nc,Cham,47.2,8.2\n',
  'routes.txt': 'route_id,agency_id,route_short_name,route_type\nh,hr,Hill,2\n',
  'trips.txt': 'route_id,service_id,trip_id,trip_short_name,trip_headsign,direction_id\nh,d,t1,11,Cham,0\n',
  'stop_times.txt': [
    'trip_id,stop_sequence,stop_id,arrival_time,departure_time',
    't1,1,a,8:00:00,8:00:00',
    't1,2,b,8:30:00,8:31:00',
    't1,3,c,9:00:00,9:00:00',
  ].join('\n'),
  'calendar.txt':
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nd,1,1,1,1,1,1,1,20261201,20270630\n',
};

const readTexts = (change: FeedTexts, selection: Selection = WHOLE_FEED): Promise<ReadFeed> => {
  const texts = Object.entries({ ...HILLS, ...change }).filter(([, text]) => text !== '');
  return readFeed({ texts: Object.fromEntries(texts) }, { selection, today: TODAY });
};
const found = ({ findings }: ReadFeed, ...levels: readonly string[]) =>
  findings
    .list()
    .filter(({ level }) => levels.includes(level))
    .flatMap(({ code, places }) =>
      places.map(({ file, line, column }) =>
        [code, file, line, column].filter((x) => x !== undefined).join(' '),
      ),
    );
const errors = (read: ReadFeed) => found(read, 'error');
const feedOf = (read: ReadFeed): Feed => {
  expect(errors(read)).toEqual([]);
  if (!read.feed) throw new Error('no feed');
  return read.feed;
};
/** The calls of a trip: stop, arrival and departure in minutes. */
const callsOf = ({ trips, stops, calls }: Feed, tripId = 't1') => {
  const { first = 0, end = 0 } = trips.find((trip) => trip.tripId === tripId) ?? {};
  return Array.from({ length: end - first }, (_, n) => {
    const at = first + n;
    return [stops[calls.stop[at] ?? -1]?.stopId, (calls.arrive[at] ?? 0) / 60, (calls.depart[at] ?? 0) / 60];
  });
};
const table = (header: string, ...rows: readonly string[]) => [header, ...rows].join('\n');
const TIMES = 'trip_id,stop_sequence,stop_id,arrival_time,departure_time';

const EVERY_FILE: FeedTexts = {
  ...HILLS,
  'feed_info.txt':
    'feed_publisher_name,feed_publisher_url,feed_lang,feed_version\nHills,https://hill.example,de,1\n',
  'calendar_dates.txt': 'service_id,date,exception_type\nd,20261224,2\n',
  'frequencies.txt': 'trip_id,start_time,end_time,headway_secs,exact_times\nt1,10:00:00,11:00:00,1800,1\n',
  'translations.txt': 'table_name,field_name,language,translation,record_id\nstops,stop_name,en,A,a\n',
};

test('a NUL in any field of any file is named with its file, line and column, and no text of the report has one', async () => {
  for (const [file, text] of Object.entries(EVERY_FILE)) {
    const [header = '', row = '', ...rest] = text.split('\n');
    for (const [at, column] of header.split(',').entries()) {
      const cells = row
        .split(',')
        .map((cell, n) => (n === at ? `${cell.slice(0, 1)}\0${cell.slice(1)}` : cell));
      const read = await readTexts({ ...EVERY_FILE, [file]: table(header, cells.join(','), ...rest) });
      expect(errors(read)).toContain(`invalid_character ${file} 2 ${column}`);
      expect(JSON.stringify(read.findings.list())).not.toContain(String.raw`\u0000`);
    }
    const named = await readTexts({ ...EVERY_FILE, [file]: text.replace(header, `${header}\0`) });
    expect(errors(named)).toContain(`invalid_character ${file} 1`);
  }
});

test('no text of the report has an invisible character; a sign shows where one is', async () => {
  const read = await readTexts({
    'agency.txt': (HILLS['agency.txt'] ?? '').replace('hr,', 'h\u202Er,'),
    'routes.txt': 'route_id,agency_id,route_short_name,route_type,co\u2066lour\nh,h\u202Er,Hill,2,red\n',
    'stop_times.txt': table(
      TIMES,
      't1,1,a,8:00:00,8:00:00',
      't1,2,b,8:3\u202E0,8:31:00',
      't1,3,b\u200B,9:00:00,',
      't1,3,c,9:00:00,',
    ),
    'no\u202Etes.txt': 'x',
  });
  const report = JSON.stringify([read.findings.list(), read.groups]);
  expect(report).not.toMatch(/[\u202E\u200B\u2066]/);
  expect(report).toContain('"value":"b\uFFFD"');
  expect(report).toContain('"value":"8:3\uFFFD0"');
  expect(report).toContain('"file":"no\uFFFDtes.txt"');
  expect(read.groups).toMatchObject([{ agencyId: 'h\uFFFDr' }]);
});

test('a NUL in the name of a file is named', async () => {
  const read = await readTexts({ 'notes\0.txt': 'x' });
  expect(errors(read)).toEqual(['invalid_character notes\uFFFD.txt']);
});

test('a long value is cut between characters', async () => {
  const read = await readTexts({
    'stops.txt': HILLS['stops.txt']?.replace('47,8', `${'x'.repeat(119)}🚆,8`) ?? '',
  });
  const values = read.findings.list().flatMap(({ places }) => places.map(({ value = '' }) => value));
  expect(values.filter((value) => value.startsWith('xxx'))).toHaveLength(1);
  expect(values.filter((value) => /\p{Cs}/u.test(value))).toEqual([]);
});

test('a feed without feed_info, headsign, number, direction or agency_id', async () => {
  const read = await readTexts({
    'agency.txt': 'agency_name,agency_url,agency_timezone\nHill Railway,https://hill.example,Europe/Zurich\n',
    'routes.txt': 'route_id,route_long_name,route_type\nh,Hill Line,102\n',
    'trips.txt': 'route_id,service_id,trip_id\nh,d,t1\n',
  });
  const feed = feedOf(read);
  expect(feed).toMatchObject({
    timezone: 'Europe/Zurich',
    language: 'und',
    version: '',
    days: { from: '2026-12-01', to: '2027-06-30' },
  });
  expect(feed.trips).toMatchObject([{ number: '', directionId: undefined, headsign: undefined }]);
  expect(feed.routes[0]?.shortName.text).toBe('Hill Line');
  expect(callsOf(feed)).toEqual([
    ['a', 480, 480],
    ['b', 510, 511],
    ['c', 540, 540],
  ]);
});

test('days by calendar_dates alone, by both files, and none at all', async () => {
  const dates = table('date,service_id,exception_type', '20261224,d,1', '20261226,d,1');
  expect(feedOf(await readTexts({ 'calendar.txt': '', 'calendar_dates.txt': dates })).days).toEqual({
    from: '2026-12-24',
    to: '2026-12-26',
  });
  const both = feedOf(
    await readTexts({
      'calendar_dates.txt': table('service_id,date,exception_type', 'd,20261201,2', 'd,20270701,1'),
    }),
  );
  expect(both.days).toEqual({ from: '2026-12-02', to: '2027-07-01' });
  expect(errors(await readTexts({ 'calendar.txt': '' }))).toContain(
    'missing_calendar_and_calendar_date_files calendar.txt',
  );
});

test('times past midnight, hops of no minute, and a station that is called at twice', async () => {
  const rows = [
    't1,1,a,25:30:00,25:30:00',
    't1,2,b,25:30:00,25:30:00',
    't1,3,a,26:00:00,26:00:00',
    't1,9,c,124:00:00,124:00:00',
  ];
  const feed = feedOf(await readTexts({ 'stop_times.txt': table(TIMES, ...rows) }));
  expect(callsOf(feed).map(([stop, arrive]) => [stop, arrive])).toEqual([
    ['a', 1530],
    ['b', 1530],
    ['a', 1560],
    ['c', 7440],
  ]);
});

test('times between timepoints: evenly by stop, or by the distance where all have one', async () => {
  const blank = (distances: readonly string[]) =>
    table(
      `${TIMES},shape_dist_traveled`,
      `t1,1,a,08:00:00,08:00:00,${distances[0]}`,
      `t1,2,b,,,${distances[1]}`,
      `t1,3,c,,,${distances[2]}`,
      `t1,4,a,09:00:00,09:00:00,${distances[3]}`,
    );
  const even = await readTexts({ 'stop_times.txt': blank(['', '', '', '']) });
  expect(callsOf(feedOf(even)).map(([, arrive]) => arrive)).toEqual([480, 500, 520, 540]);
  expect(even.findings.countOf('missing_timepoint_value')).toBe(2);
  const far = await readTexts({ 'stop_times.txt': blank(['1', '1.5', '4', '5']) });
  expect(callsOf(feedOf(far)).map(([, arrive]) => arrive)).toEqual([480, 487.5, 525, 540]);
  const falling = await readTexts({ 'stop_times.txt': blank(['1', '4', '2', '5']) });
  expect(callsOf(feedOf(falling)).map(([, arrive]) => arrive)).toEqual([480, 500, 520, 540]);
  expect(found(falling, 'warning')).toContain(
    'decreasing_or_equal_stop_time_distance stop_times.txt 4 shape_dist_traveled',
  );
});

test('stations with platforms, entrances and boarding areas', async () => {
  const stops = table(
    'stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code',
    'A,Aarau,47,8,1,,',
    'a,,47,8,0,A,3',
    'b,Berg,47.1,8.1,,,',
    'c,Cham,47.2,8.2,0,,',
    'door,Main entrance,47,8,2,A,',
    'node,,,,3,A,',
    'area,,,,4,a,',
  );
  const feed = feedOf(await readTexts({ 'stops.txt': stops }));
  expect(
    feed.stops.map(({ stopId, kind, parentId, platform }) => [stopId, kind, parentId, platform]),
  ).toEqual([
    ['A', 1, undefined, ''],
    ['a', 0, 'A', '3'],
    ['b', 0, undefined, ''],
    ['c', 0, undefined, ''],
  ]);
  const wrong = await readTexts({
    'stops.txt': `${stops}\nd,Door,47,8,2,,\ne,Exit,47,8,2,b,\nf,Far,47,8,0,nowhere,\nS,Sub,47,8,1,A,\n`,
    'stop_times.txt': `${HILLS['stop_times.txt']}\nt1,4,A,9:10:00,9:10:00\nt1,5,door,9:20:00,9:20:00`,
  });
  expect(errors(wrong)).toEqual([
    'foreign_key_violation stops.txt 11 parent_station',
    'location_without_parent_station stops.txt 9 parent_station',
    'station_with_parent_station stops.txt 12 parent_station',
    'wrong_parent_location_type stops.txt 10 parent_station',
    'location_with_unexpected_stop_time stop_times.txt 5 stop_id',
    'location_with_unexpected_stop_time stop_times.txt 6 stop_id',
  ]);
});

test('stops where passengers may only board, only leave, or neither', async () => {
  const rows = [
    't1,1,a,8:00:00,8:00:00,0,1',
    't1,2,b,8:30:00,8:30:00,1,1',
    't1,3,b,8:40:00,8:40:00,3,',
    't1,4,c,9:00:00,9:00:00,1,0',
  ];
  const read = await readTexts({ 'stop_times.txt': table(`${TIMES},pickup_type,drop_off_type`, ...rows) });
  const feed = feedOf(read);
  expect(callsOf(feed).map(([stop, arrive]) => [stop, arrive])).toEqual([
    ['a', 480],
    ['b', 520],
    ['c', 540],
  ]);
  expect([...feed.calls.flags]).toEqual([NO_ALIGHTING, 0, NO_BOARDING]);
  expect(found(read, 'info')).toContain('request_stop stop_times.txt 4 pickup_type');
});

const EVERY_HALF_HOUR = (exact: string) =>
  table('trip_id,start_time,end_time,headway_secs,exact_times', `t1,6:00:00,7:30:00,1800,${exact}`);

test('a trip with exact times runs once for each departure', async () => {
  const feed = feedOf(await readTexts({ 'frequencies.txt': EVERY_HALF_HOUR('1') }));
  expect(feed.trips.map(({ tripId, repeats, number }) => [tripId, repeats, number])).toEqual([
    ['t1~06:00', 't1', '11 06:00'],
    ['t1~06:30', 't1', '11 06:30'],
    ['t1~07:00', 't1', '11 07:00'],
  ]);
  expect(callsOf(feed, 't1~06:30')).toEqual([
    ['a', 390, 390],
    ['b', 420, 421],
    ['c', 450, 450],
  ]);
});

test('a trip without exact times is left out and counted, or taken as exact', async () => {
  const files = { 'frequencies.txt': EVERY_HALF_HOUR('') };
  const read = await readTexts(files);
  expect(feedOf(read)).toMatchObject({ trips: [], days: undefined, leftOut: { withoutExactTimes: 1 } });
  expect(found(read, 'warning')).toContain('frequency_without_exact_times frequencies.txt 2 trip_id');
  expect(feedOf(await readTexts(files, { ...WHOLE_FEED, asExact: true })).trips).toHaveLength(3);
  const overlapping = `${EVERY_HALF_HOUR('1')}\nt1,7:00:00,8:00:00,600,1`;
  expect(errors(await readTexts({ 'frequencies.txt': overlapping }))).toEqual([
    'overlapping_frequency frequencies.txt 3 start_time',
  ]);
});

test('names in other languages: by record, by text, in the older form, and in the feed’s own language', async () => {
  const newer = table(
    'table_name,field_name,language,translation,record_id,field_value',
    'stops,stop_name,fr,Argovie,a,',
    'stops,stop_name,FR,Mont,,Berg',
    'trips,trip_headsign,zh_hant,查姆,t1,',
    'stops,stop_desc,fr,x,a,',
  );
  const read = await readTexts({
    'translations.txt': newer,
    'feed_info.txt':
      'feed_publisher_name,feed_publisher_url,feed_lang,feed_version\nHill,https://hill.example,mul,7\n',
    'agency.txt': (HILLS['agency.txt'] ?? '')
      .replace('timezone\n', 'timezone,agency_lang\n')
      .replace('Zurich', 'Zurich,de'),
  });
  const feed = feedOf(read);
  expect([feed.language, feed.version]).toEqual(['de', '7']);
  expect(feed.stops.map(({ name }) => name)).toEqual([
    { text: 'Aarau', in: { fr: 'Argovie' } },
    { text: 'Berg', in: { fr: 'Mont' } },
    { text: 'Cham' },
  ]);
  expect(feed.trips[0]?.headsign).toEqual({ text: 'Cham', in: { 'zh-Hant': '查姆' } });
  expect(found(read, 'warning')).toEqual(['invalid_language_code translations.txt 4 language']);
  const older = table('trans_id,lang,translation', 'Berg,en,Mountain');
  expect(feedOf(await readTexts({ 'translations.txt': older })).stops[1]?.name.in).toEqual({
    en: 'Mountain',
  });
});

test('trains of others are left out and counted, and what is wrong with them does not matter', async () => {
  const read = await readTexts(
    {
      'agency.txt': `${HILLS['agency.txt']}bus,Buses,https://bus.example,Europe/Zurich\n`,
      'routes.txt': `${HILLS['routes.txt']}b,bus,7,3\n`,
      'trips.txt': `${HILLS['trips.txt']}b,d,b1,,,\nb,d,b2,,,\n`,
      'stop_times.txt': `${HILLS['stop_times.txt']}\nb1,1,a,9:99:00,\n`,
    },
    { keeps: (_, { agencyId }) => agencyId === 'hr', asExact: false },
  );
  expect(feedOf(read)).toMatchObject({
    trips: [{ tripId: 't1' }],
    leftOut: { routes: 1, trips: 2, stops: 0 },
  });
  expect(read.groups).toEqual([
    { agencyId: 'hr', agencyName: 'Hill Railway', type: 2, routes: 1, trips: 1, kept: 1 },
    { agencyId: 'bus', agencyName: 'Buses', type: 3, routes: 1, trips: 2, kept: 0 },
  ]);
});

test.each(['\n', '\r\n', '\r'])(
  'every error of a feed is found in one reading, with its line (%j)',
  async (end) => {
    const wrong: FeedTexts = {
      'agency.txt':
        'agency_id,agency_name,agency_url,agency_timezone\nhr,Hill,https://hill.example,Europe/Zurich\nx,X,ftp://x,Mars/Base\ny,Y,https://y.example,Asia/Tokyo\n',
      'stops.txt':
        'stop_id,stop_name,stop_lat,stop_lon\na,Aarau,47,8\n\na,Aarau 2,47,8\nb,"Berg\nTop",95,8.1\nc,Cham,47.2,x\nd,Dorf,,\n',
      'routes.txt': 'route_id,agency_id,route_short_name,route_type\nh,none,Hill,2\nh2,hr,,two\n',
      'trips.txt':
        'route_id,service_id,trip_id,direction_id\nh,d,t1,2\nnone,d,t2,0\nh,never,t3,0\nh,d,t1,0\n',
      'stop_times.txt': `${TIMES}\nt1,1,a,8:00:00,7:00:00\nt1,1,a,25:61:00,8:40:00\nt9,1,a,8:00:00,8:00:00\nt1,-2,zz,8:00:00,8:00:00\n`,
      'calendar.txt':
        'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nd,1,1,1,1,1,1,2,20261301,20270630\nd2,1,1,1,1,1,1,1,20270101,20261201\n',
      'frequencies.txt': 'trip_id,start_time,end_time\nt1,1,2\n',
    };
    const texts = Object.fromEntries(
      Object.entries(wrong).map(([file, text]) => [file, text.replaceAll('\n', end)]),
    );
    expect(errors(await readTexts(texts))).toEqual([
      'missing_required_column frequencies.txt 1 headway_secs',
      'invalid_date calendar.txt 2 start_date',
      'invalid_time stop_times.txt 3 arrival_time',
      'invalid_integer routes.txt 3 route_type',
      'invalid_integer stop_times.txt 5 stop_sequence',
      'invalid_float stops.txt 7 stop_lon',
      'number_out_of_range stops.txt 5 stop_lat',
      'unexpected_enum_value calendar.txt 2 sunday',
      'unexpected_enum_value trips.txt 2 direction_id',
      'invalid_timezone agency.txt 3 agency_timezone',
      'duplicate_key stops.txt 4 stop_id',
      'duplicate_key trips.txt 5 trip_id',
      'duplicate_key stop_times.txt 3 stop_sequence',
      'foreign_key_violation routes.txt 2 agency_id',
      'foreign_key_violation trips.txt 3 route_id',
      'foreign_key_violation trips.txt 4 service_id',
      'foreign_key_violation stop_times.txt 4 trip_id',
      'foreign_key_violation stop_times.txt 5 stop_id',
      'inconsistent_agency_timezone agency.txt 4 agency_timezone',
      'start_and_end_range_out_of_order calendar.txt 3 end_date',
      'start_and_end_range_out_of_order stop_times.txt 2 departure_time',
      'stop_without_location stops.txt 8 stop_lat',
    ]);
  },
);

test('times that fall, and ends without a time', async () => {
  const rows = ['t1,1,a,08:00:00,08:10:00', 't1,2,b,08:05:00,08:05:00', 't1,3,c,,'];
  expect(errors(await readTexts({ 'stop_times.txt': table(TIMES, ...rows) }))).toEqual([
    'missing_trip_edge stop_times.txt 4 arrival_time',
  ]);
  const ended = [...rows.slice(0, 2), 't1,3,c,08:00:00,08:00:00'];
  expect(errors(await readTexts({ 'stop_times.txt': table(TIMES, ...ended) }))).toEqual([
    'stop_time_with_arrival_before_previous_departure_time stop_times.txt 3 arrival_time',
    'stop_time_with_arrival_before_previous_departure_time stop_times.txt 4 arrival_time',
  ]);
});

const withDays = (rows: readonly string[]) => ({
  'calendar.txt': '',
  'calendar_dates.txt': table('service_id,date,exception_type', ...rows.map((date) => `d,${date},1`)),
});
test.each([
  ['ended', ['20261130'], ['timetable_ended 2026-11-30']],
  [
    'begins later',
    ['20261220', '20270301'],
    ['timetable_starts_later 2026-12-20', 'timetable_gap 2026-12-21'],
  ],
  ['ends soon', ['20261201', '20261202'], ['feed_expiration_date30_days 2026-12-02']],
  [
    'leaves a gap',
    ['20261130', '20261201', '20261204', '20270301'],
    ['timetable_gap 2026-12-02', 'timetable_gap 2026-12-05'],
  ],
])('a timetable that %s warns what will not run', async (_, days, expected) => {
  const read = await readTexts(withDays(days));
  const warnings = read.findings.list().filter(({ level }) => level === 'warning');
  expect(warnings.flatMap(({ code, places }) => places.map(({ value }) => `${code} ${value}`))).toEqual(
    expected,
  );
});

test('unknown files and columns, blank rows, marks of the encoding and quoted line breaks do not matter', async () => {
  const read = await readTexts({
    'stops.txt': `\uFEFF"stop_id", stop_name ,stop_lat,stop_lon,colour\r\n a ,"Aa\r\nrau",47,8,red\r\n\r\n  \r\nb,Berg,47.1,8.1,\r\nc,Cham,47.2,8.2\r\n`,
    'photo.jpg': 'x',
  });
  expect(feedOf(read).stops.map(({ stopId, name, line }) => [stopId, name.text, line])).toEqual([
    ['a', 'Aa\r\nrau', 2],
    ['b', 'Berg', 6],
    ['c', 'Cham', 7],
  ]);
  expect(found(read, 'warning')).toEqual(['uneven_row stops.txt 7', 'empty_row stops.txt 5']);
  expect(found(read, 'info')).toEqual([
    'unknown_file photo.jpg',
    'unknown_column stops.txt 1 colour',
    'missing_recommended_file feed_info.txt',
  ]);
});

test('at most twenty places of a code are listed, all are counted', async () => {
  const rows = Array.from({ length: 100 }, (_, at) => `t1,${at + 10},nowhere,9:00:00,9:00:00`);
  const [finding] = (
    await readTexts({ 'stop_times.txt': `${HILLS['stop_times.txt']}\n${rows.join('\n')}` })
  ).findings.list();
  expect([finding?.code, finding?.count, finding?.places.length]).toEqual(['foreign_key_violation', 100, 20]);
});

test('a vehicle on demand serves zones instead of stops: it is left out, and the trains beside it run', async () => {
  const read = await readTexts({
    'trips.txt': `${HILLS['trips.txt']}h,d,demand,12,Cham,0\n`,
    'stop_times.txt': table(
      `${TIMES},location_id,location_group_id`,
      't1,1,a,8:00:00,8:00:00,,',
      't1,2,c,9:00:00,9:00:00,,',
      'demand,1,,,,zone,',
      'demand,2,,,,,group',
    ),
  });
  expect(feedOf(read).trips.map(({ tripId }) => tripId)).toEqual(['t1']);
  expect(found(read, 'warning')).toEqual(['unusable_trip trips.txt 3 trip_id']);
});

test('too many stops of trains are found once, and no train is called unusable for stops that were not read', async () => {
  const rows = Array.from({ length: 20 }, (_, n) => `h,d,x${n},${n + 20},Cham,0\n`);
  const times = Array.from({ length: 20 }, (_, n) => [
    `x${n},1,a,8:00:00,8:00:00`,
    `x${n},2,c,9:00:00,9:00:00`,
  ]);
  const read = await readFeed(
    {
      texts: {
        ...HILLS,
        'trips.txt': `${HILLS['trips.txt']}${rows.join('')}`,
        'stop_times.txt': [HILLS['stop_times.txt'], ...times.flat()].join('\n'),
      },
    },
    { selection: WHOLE_FEED, today: TODAY, limits: { ...FEED_LIMITS, keptCalls: 5 } },
  );
  expect(errors(read)).toEqual(['too_many_trips stop_times.txt 7']);
  expect(read.findings.countOf('too_many_trips')).toBe(1);
  expect(found(read, 'warning')).toEqual([]);
});
