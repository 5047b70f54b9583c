// The demo operator's data loads; each planted fault is refused with its file and line.
import { offeredLanguages } from '@kippu/contract/languages';
import { nameIn } from '@kippu/contract/names';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { epochToWall, gtfsToEpoch } from '@kippu/domain/time/service-day';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadOperator } from './read-input.ts';
import { openSettings } from './files/operator-settings.ts';
import { OperatorDataError } from './files/operator-files.ts';

const OPERATOR = join(import.meta.dirname, '../../../../../operators/kansai');
const NOW = Date.parse('2026-11-30T12:00:00+09:00');
const data = await loadOperator(OPERATOR, NOW);

describe('the demo operator', () => {
  test('loads completely', () => {
    expect(data.agency.name).toBe('Kansai Demo Rail');
    expect(data.stations.size).toBe(330);
    expect([...data.stations.values()].filter((s) => s.haruka)).toHaveLength(15);
    expect([...data.stations.values()].filter((s) => s.gate === 'qr')).toHaveLength(49);
    expect(data.trips.size).toBe(61);
    expect([...data.trips.values()].filter((t) => t.direction === 'outbound')).toHaveLength(30);
    expect(data.counters).toHaveLength(28);
    expect([...data.products.keys()].sort()).toEqual([
      'city-day-qr',
      'haruka-kix-kyoto',
      'haruka-kix-tennoji',
      'haruka-kyoto-kix',
      'haruka-round-kyoto',
      'kansai-pass-2day',
      'kansai-wide-5day',
      'keihan-voucher',
      'museum-eticket',
    ]);
  });

  test('has nine cars, the first green, three without reservation', () => {
    const cars = data.formations.get('haruka-9')?.cars ?? [];
    expect(cars.map((c) => c.car)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(cars.filter((c) => c.class === 'green').map((c) => c.car)).toEqual([1]);
    expect(cars.filter((c) => !c.reserved).map((c) => c.car)).toEqual([5, 6, 7]);
    expect(cars.reduce((sum, c) => sum + c.rows * c.letters.length, 0)).toBe(370);
  });

  test('names stations, routes and headsigns in five languages', () => {
    expect(data.stations.get('kansai-airport')).toMatchObject({
      stationNameJp: '関西空港',
      stationNameKr: '간사이 공항',
      stationNameTc: '關西機場',
      region: 'airport',
    });
    for (const language of offeredLanguages()) {
      expect(data.routes.get('HARUKA')?.trainName[language]).toBeTruthy();
      for (const trip of data.trips.values()) expect(trip.headsign[language]).toBeTruthy();
    }
  });

  test('each reservable section is a journey that a train makes', () => {
    const joins = (from: string, to: string) =>
      [...data.trips.values()].some((trip) => {
        const at = trip.stops.map((s) => s.stationId);
        return at.includes(from) && at.indexOf(from) < at.indexOf(to);
      });
    for (const product of data.products.values())
      for (const { from, to } of product.sections)
        expect(joins(from, to), `${product.productId}: ${from} to ${to}`).toBe(true);
  });

  test('returns platforms by direction, and none where unknown', () => {
    const platform = (trip: string) =>
      data.trips.get(trip)?.stops.find((s) => s.stationId === 'kyoto')?.platform;
    expect(platform('haruka-13')).toBe('30');
    expect(platform('haruka-9')).toBeUndefined();
  });

  test('runs by calendar and its exceptions', () => {
    expect(data.servicesOn('2026-12-01')).toEqual(new Set(['daily', 'late']));
    expect(data.servicesOn('2027-01-01')).toEqual(new Set(['daily']));
    expect(data.servicesOn('2028-12-31')).toEqual(new Set(['daily', 'late']));
    expect(data.servicesOn('2029-01-01').size).toBe(0);
    expect(() => data.servicesOn('2026-02-30')).toThrow(RangeError);
  });

  test('the 24:10 train belongs to the service date before midnight', () => {
    const last = data.tripsOn('2026-12-31').at(-1);
    expect(last?.trainNo).toBe('62');
    expect(last?.stops[0]?.depart).toBe(24 * 3600 + 600);
    expect(epochToWall(gtfsToEpoch('2026-12-31', last?.stops[0]?.depart ?? 0))).toBe('2027-01-01 00:10:00');
    expect(data.tripsOn('2027-01-01').at(-1)?.trainNo).not.toBe('62');
  });
});

describe('a planted fault', () => {
  let dir = '';
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
  const faultOf = async (file: string, edit: (text: string) => string): Promise<OperatorDataError> => {
    dir = mkdtempSync(join(tmpdir(), 'kippu-operator-'));
    cpSync(OPERATOR, dir, { recursive: true });
    const before = readFileSync(join(dir, file), 'utf8');
    const after = edit(before);
    expect(after).not.toBe(before);
    writeFileSync(join(dir, file), after);
    try {
      await loadOperator(dir, NOW);
    } catch (error) {
      if (error instanceof OperatorDataError) return error;
      throw error;
    }
    throw new Error('the fault was not found');
  };
  const lineOf = (file: string, text: string) =>
    readFileSync(join(OPERATOR, file), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1;
  const swap = (from: string, to: string) => (text: string) => text.replace(from, to);
  test.each([
    ['an unknown stop of the feed', 'gtfs/stop_times.txt', swap(',"kyoto",', ',"atlantis",'), 2, 'atlantis'],
    [
      'a formation without a file',
      'formations/assignments.json',
      swap('haruka-9', 'tokkaido'),
      2,
      'tokkaido',
    ],
    ['an unknown zone', 'operator.json', swap('Asia/Tokyo', 'Asia/Kyoto'), 12, 'Asia/Kyoto'],
    ['an unknown currency', 'operator.json', swap('JPY', 'YEN'), 14, 'YEN'],
    ['a fallback that is not offered', 'operator.json', swap('"ja", "en", ', '"ja", '), 16, 'fallback'],
    ['a language without words', 'operator.json', swap('"ja", "en", ', '"ja", "fr", '), 15, 'no words'],
    ['bad JSON', 'platforms.json', swap('"outbound": "30"', '"outbound" "30"'), 4, 'JSON'],
  ])('%s', async (_, file, edit, line, word) => {
    const fault = await faultOf(file, edit);
    expect(fault.message).toMatch(new RegExp(`^${file.replace('gtfs/', '')}:${line}: .*${word}`));
  });

  test.each([
    ['an unknown area', 'products.json', '"area": "kansai"', '"area": "atlantis"', 'atlantis'],
    ['an unknown station', 'products.json', '"hineno"', '"hinemo"', 'hinemo'],
    [
      'gates that miss a journey',
      'products.json',
      '"area": "kansai"',
      '"area": "osaka-city"',
      'opens no gate',
    ],
    [
      'a product without gates',
      'products.json',
      '"gates": {\n      "area": "osaka-city"\n    },',
      '',
      'names no gates',
    ],
    [
      'a trip type of the other direction',
      'products.json',
      '"tripType": 10',
      '"tripType": 11',
      'tripType 11',
    ],
    ['an area of unknown stations', 'areas.json', '"temma"', '"tenma"', 'tenma'],
    ['an area of an unknown region', 'areas.json', '"airport"', '"moon"', 'moon'],
    [
      'an area of an unknown area',
      'areas.json',
      '"areas": [\n      "kansai"',
      '"areas": [\n      "kanto"',
      'kanto',
    ],
    [
      'a pass-back time that is none',
      'operator.json',
      '"passBackMinutes": 10',
      '"passBackMinutes": -1',
      'passBackMinutes',
    ],
  ])('%s', async (_, file, from, to, word) => {
    expect((await faultOf(file, swap(from, to))).message).toMatch(new RegExp(`^${file}:\\d+: .*${word}`));
  });

  test('a journey that no train runs', async () => {
    const journey = '"from": "kansai-airport",\n        "to": ';
    const fault = await faultOf('products.json', swap(`${journey}"tennoji"`, `${journey}"kansai-airport"`));
    expect(fault.message).toContain("no train of the feed runs from 'kansai-airport' to 'kansai-airport'");
  });

  test('a voucher that opens gates', async () => {
    const gates = '"productId": "keihan-voucher",\n    "gates": { "area": "kansai" },';
    const fault = await faultOf('products.json', swap('"productId": "keihan-voucher",', gates));
    expect(fault.message).toContain('opens no gate');
  });

  test('wrong kind of product', async () => {
    const fault = await faultOf('products.json', swap('"kind": "voucher"', '"kind": "scrip"'));
    expect(fault.message).toContain(`products.json:${lineOf('products.json', '"keihan-voucher"')}: `);
  });
});

describe('a railway that offers German, whose names have no field of their own', () => {
  const dir = mkdtempSync(join(tmpdir(), 'kippu-operator-'));
  const edit = (file: string, change: (value: never) => void) => {
    const value = JSON.parse(readFileSync(join(dir, file), 'utf8')) as never;
    change(value);
    writeFileSync(join(dir, file), JSON.stringify(value));
  };
  /** Adds German names to entries that have English ones, under their prefixes. */
  const addGerman = (entries: Record<string, unknown>[], ...prefixes: string[]) => {
    for (const entry of entries)
      for (const prefix of prefixes) {
        const english = entry[`${prefix}En`];
        if (typeof english === 'string') entry[`${prefix}In`] = { de: `${english} (de)` };
      }
  };
  beforeAll(() => {
    cpSync(OPERATOR, dir, { recursive: true });
    edit('operator.json', (settings: Record<string, unknown>) => {
      settings['languages'] = ['de', 'en'];
      settings['tagline'] = { de: 'Bahn', en: 'Rail' };
      settings['zoneName'] = { de: 'Ortszeit', en: 'local time' };
      (settings['contact'] as Record<string, unknown>)['hours'] = { de: 'täglich', en: 'daily' };
      // The words of kinds, classes and directions.
      for (const entries of ['kinds', 'classes', 'directions'])
        for (const entry of Object.values(
          settings[entries] as Record<string, { words: Record<string, string> }>,
        ))
          entry.words = { ...entry.words, de: `${entry.words['en']} (de)` };
    });
  });
  afterAll(() => {
    openSettings(OPERATOR);
    rmSync(dir, { recursive: true });
  });

  test('is refused with the first name without German', async () => {
    await expect(loadOperator(dir, NOW)).rejects.toThrow(
      /stations-extra.json:\d+: regionName has no text in 'de', which operator.json offers/,
    );
  });

  test('is loaded with German names beside the fields of older apps', async () => {
    edit('stations-extra.json', ({ regions }: { regions: Record<string, unknown>[] }) =>
      addGerman(regions, 'regionName'),
    );
    edit('products.json', (products: Record<string, unknown>[]) =>
      addGerman(products, 'productName', 'notes', 'exchangeFor'),
    );
    edit('counters.json', (counters: Record<string, unknown>[]) => addGerman(counters, 'counterName'));
    const german = await loadOperator(dir, NOW);
    const pass = german.products.get('kansai-pass-2day');
    expect(pass).toMatchObject({
      productNameJp: '関西パス（2日間）',
      productNameIn: { de: expect.any(String) },
    });
    expect(nameIn(pass ?? {}, 'productName', 'de')).toMatch(/\(de\)$/);
    // The feed has no German name: the fallback is shown.
    expect(nameIn(german.stations.get('kyoto') ?? {}, 'stationName', 'de')).toBe('Kyoto');
    expect(german.routes.get('HARUKA')?.trainName['de']).toBe('HARUKA');
  });
});
