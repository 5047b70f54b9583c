// Loads the operator's data: its folder's files, checked among themselves, and then with a feed.
import { digitsOf } from '@kippu/contract/page-settings';
import { minorOf } from '@kippu/domain/money/minor-units';
import { basename } from 'node:path';
import type { Static } from 'typebox';
import type { Offered } from '@kippu/contract/languages';
import { namesOf, textsOf } from '@kippu/contract/names';
import type { Station } from '@kippu/contract/calls/traveller/station';
import type { KindUse } from '@kippu/contract/page-settings';
import type { Direction } from '@kippu/contract/values';
import type { Feed } from '../gtfs/feed.ts';
import type { Findings } from '../gtfs/report/findings.ts';
import { Assignments, ASSIGNMENTS_FILE, NO_FORMATIONS } from './assignments.ts';
import { joinFeed } from './join-feed.ts';
import type { OperatorParts, Trip } from './operator-data.ts';
import { FileFaults, listJson, readJson, type FolderTexts, type JsonFile } from './files/operator-files.ts';
import * as schemas from './files/operator-schemas.ts';
import { filledNames } from './files/operator-texts.ts';
import { isZone, readSettings, type OperatorSettings } from './files/operator-settings.ts';

const assignmentsFile = (files: FolderTexts, faults: FileFaults): JsonFile<Assignments> | undefined =>
  listJson(files, FORMATIONS).length === 0
    ? { value: NO_FORMATIONS, report: () => undefined }
    : readJson(files, ASSIGNMENTS_FILE, Assignments, faults);

/** Reads the assignments of formations to trains. Adds their faults; returns undefined if there are any. */
export const readAssignments = (files: FolderTexts, faults: FileFaults): Assignments | undefined =>
  assignmentsFile(files, faults)?.value;

const formationFiles = (files: FolderTexts): string[] =>
  listJson(files, FORMATIONS).filter((name) => name !== ASSIGNMENTS_FILE);

const FORMATIONS = 'formations';
const NO_DEMO: schemas.Demo = { owned: [], toTry: [] };

/** The operator's own files, read and checked among themselves. */
export interface OwnFiles {
  readonly settings: OperatorSettings;
  readonly formations: ReadonlyMap<string, schemas.Formation>;
  readonly assignments: Assignments;
  readonly stationsExtra: schemas.StationsExtra;
  readonly platforms: schemas.Platforms;
  readonly areas: JsonFile<Static<typeof schemas.Areas>>;
  readonly products: JsonFile<schemas.ProductEntry[]>;
  readonly counters: readonly schemas.OperatorCounter[];
  readonly demo: JsonFile<schemas.Demo> | undefined;
}

/** Reads the operator's own files. Adds all their faults; returns undefined if a file could not be read. */
export function readOwnFiles(files: FolderTexts, faults: FileFaults): OwnFiles | undefined {
  const read = <T extends Parameters<typeof readJson>[2]>(file: string, schema: T) =>
    readJson(files, file, schema, faults);
  const settings = readSettings(files, faults);
  const formations = readFormations(files, settings, faults);
  const assignments = assignmentsFile(files, faults);
  for (const { formation } of assignments?.value.assignments ?? [])
    if (!formations.has(formation))
      assignments?.report(formation, `formation '${formation}' has no file in formations/; add it`);
  const stationsExtra = read('stations-extra.json', schemas.StationsExtra);
  if (stationsExtra) checkRegions(stationsExtra);
  const platforms = read('platforms.json', schemas.Platforms);
  const areas = read('areas.json', schemas.Areas);
  const products = read('products.json', schemas.Products);
  if (products && settings) checkProducts(products, settings);
  if (formationFiles(files).length === 0 && products?.value.some(({ reservations }) => reservations > 0))
    faults.add(
      'formations',
      1,
      'no formation, but products include reservations; add a file such as formations/six-cars.json',
    );
  const counters = read('counters.json', schemas.Counters);
  const sold = new Set(products?.value.map(({ productId }) => productId));
  for (const { counterId, productIds } of (products && counters?.value) ?? [])
    for (const id of productIds)
      if (!sold.has(id))
        counters?.report(counterId, `product '${id}' is not in products.json; correct the id`);
  const demo = Object.hasOwn(files, 'demo.json') ? read('demo.json', schemas.Demo) : undefined;
  for (const { name, productId } of (products && [
    ...(demo?.value.owned ?? []),
    ...(demo?.value.toTry ?? []),
  ]) ??
    [])
    if (!sold.has(productId))
      demo?.report(name, `product '${productId}' is not in products.json; correct the id`);
  if (!settings || !assignments || !stationsExtra || !platforms || !areas || !products || !counters)
    return undefined;
  return {
    settings,
    formations,
    assignments: assignments.value,
    stationsExtra: filledExtra(stationsExtra, settings),
    platforms: platforms.value,
    areas,
    products,
    counters: filledCounters(counters, settings),
    demo,
  };
}

/**
 * Joins the operator's files with a feed. What of the operator's files does not fit is added to the faults that their reader got.
 * @param findings gets what of the feed does not fit; with an error there, or with faults, the parts are not to be used
 */
export function joinOperator(own: OwnFiles, feed: Feed, findings: Findings): OperatorParts {
  const { settings, formations, assignments, stationsExtra, platforms, counters } = own;
  // An unknown zone has been reported.
  const zone = isZone(settings.zone) ? settings.zone : feed.timezone;
  const trains = joinFeed(feed, { zone, offered: settings, assignments, stationsExtra, platforms }, findings);
  const { stations } = trains;
  const areas = joinAreas(own.areas, stations);
  const products = joinProducts(own.products, trains, areas, settings);
  const { regions } = stationsExtra;
  const demo = own.demo?.value ?? NO_DEMO;
  if (demo.gateStation !== undefined && !stations.has(demo.gateStation))
    own.demo?.report(
      demo.gateStation,
      `station '${demo.gateStation}' is not in the feed's stops.txt; correct the id`,
    );
  return { settings, ...trains, regions, formations, products, counters, platforms, areas, demo };
}

function checkRegions({ value: extra, report }: JsonFile<Static<typeof schemas.StationsExtra>>): void {
  const regions = new Set(extra.regions.map(({ region }) => region));
  const all = [
    ...Object.entries(extra.stations),
    ...(extra.default ? [['default', extra.default] as const] : []),
  ];
  for (const [id, { region }] of all)
    if (!regions.has(region)) report(id, `region '${region}' of '${id}' is not in regions; add it there`);
}

/** Returns the regions with the names of all languages. */
const filledExtra = (
  { value: extra, report }: JsonFile<Static<typeof schemas.StationsExtra>>,
  of: Offered,
): schemas.StationsExtra => ({
  ...extra,
  regions: extra.regions.map(({ region, ...entry }) => ({
    region,
    ...filledNames(entry, 'regionName', (problem) => report(region, problem), of),
  })),
});

const filledCounters = (
  { value, report }: JsonFile<Static<typeof schemas.Counters>>,
  of: Offered,
): schemas.OperatorCounter[] =>
  value.map((counter) => ({
    ...counter,
    ...filledNames(counter, 'counterName', (problem) => report(counter.counterId, problem), of),
  }));

/** The last row of a car with letters beyond H, which share bits with rows from 34 on (migration 0080). */
const LAST_ROW_BEYOND_H = 32;

function checkCar(car: schemas.FormationCar, report: JsonFile<unknown>['report']): void {
  const { car: number, letters, aisleAfter, rows, firstRow = 1 } = car;
  const last = firstRow + rows - 1;
  if (!letters.includes(aisleAfter))
    report('cars', `car ${number}: aisleAfter '${aisleAfter}' is not in letters; name one of them`);
  if (last > 99) report('cars', `car ${number}: its last row is ${last}; number rows to 99 at most`);
  else if (last > LAST_ROW_BEYOND_H && letters.some((letter) => letter > 'H'))
    report('cars', `car ${number}: with letters after H, number rows to ${LAST_ROW_BEYOND_H} at most`);
}

function readFormations(
  files: FolderTexts,
  settings: OperatorSettings | undefined,
  faults: FileFaults,
): Map<string, schemas.Formation> {
  const formations = new Map<string, schemas.Formation>();
  const classes = settings?.classes.map((each) => each.class);
  const ends = settings && [settings.directions.outbound.end, settings.directions.inbound.end];
  for (const file of formationFiles(files)) {
    const read = readJson(files, file, schemas.Formation, faults);
    if (!read) continue;
    const { value, report } = read;
    const name = basename(file);
    if (`${value.id}.json` !== name) report(value.id, `id is '${value.id}'; name it as the file, ${name}`);
    const numbers = value.cars.map((car) => car.car);
    if (new Set(numbers).size !== numbers.length)
      report('cars', 'a car number stands twice; give each car its own number');
    for (const end of new Set([value.carOneEnd, value.rowOneEnd]))
      if (ends && !ends.includes(end))
        report(end, `end '${end}' is not in the directions of operator.json; name '${ends.join("' or '")}'`);
    for (const each of new Set(value.cars.map((car) => car.class)))
      if (classes && !classes.includes(each))
        report(each, `class '${each}' is not in the classes of operator.json; add it there`);
    for (const car of value.cars) checkCar(car, report);
    formations.set(value.id, value);
  }
  return formations;
}

function joinAreas(
  { value, report }: OwnFiles['areas'],
  stations: ReadonlyMap<string, Station>,
): Map<string, ReadonlySet<string>> {
  const all = [...stations.values()];
  const areas = new Map<string, ReadonlySet<string>>();
  for (const { areaId, areas: within = [], regions = [], stations: single = [] } of value) {
    if (areas.has(areaId)) report(areaId, `areaId '${areaId}' stands twice; remove one`);
    for (const region of regions)
      if (!all.some((station) => station.region === region))
        report(region, `no station is in the region '${region}' of area '${areaId}'; correct it`);
    for (const id of single)
      if (!stations.has(id))
        report(id, `station '${id}' of area '${areaId}' is not in the feed's stops.txt; correct the id`);
    for (const id of within)
      if (!areas.has(id))
        report(areaId, `area '${id}' does not stand above area '${areaId}'; move it there, or correct it`);
    const inside = within.flatMap((id) => [...(areas.get(id) ?? [])]);
    const inRegions = all
      .filter((station) => regions.includes(station.region))
      .map((station) => station.stationId);
    const ids = new Set([...inside, ...inRegions, ...single]);
    if (ids.size === 0) report(areaId, `area '${areaId}' has no station; name areas, regions or stations`);
    areas.set(areaId, ids);
  }
  return areas;
}

type Report = JsonFile<unknown>['report'];

/** Reports fields that a product lacks or must not have for what its kind is used for. */
function checkFields(product: schemas.ProductEntry, use: KindUse, report: Report): void {
  const { productId: id, kind, gates } = product;
  const opens = use === 'journeys' || use === 'days';
  if ((use === 'journeys') !== (product.tripType !== undefined))
    report(id, `'${id}': tripType goes with kinds used for journeys, and only with them; correct one`);
  if (product.admissions !== undefined && use !== 'admission')
    report(id, `'${id}': admissions go with kinds used for admission only; remove them`);
  if ((use === 'exchange') !== Object.keys(textsOf(product, 'exchangeFor')).length > 0)
    report(
      id,
      `'${id}': the exchangeFor names go with kinds used for exchange, and only with them; correct one`,
    );
  if (!opens && gates) report(id, `'${id}': a ticket of the kind '${kind}' opens no gate; remove gates`);
  if (opens && !gates) report(id, `'${id}' names no gates; add an area, or stations for in and out`);
}

/** Reports amounts that the currency does not have, and rules of a sale that say nothing or contradict themselves. */
function checkMoney(
  { productId: id, price, refund, exchange, sale }: schemas.ProductEntry,
  { currency }: OperatorSettings,
  report: Report,
): void {
  const amounts = [price.adult, price.child, refund?.fee, exchange?.fee];
  for (const amount of amounts)
    if (amount !== undefined && minorOf(amount, digitsOf(currency)) === undefined)
      report(id, `${currency} has no amount of ${amount} hundredths, as '${id}' names it; correct it`);
  for (const [name, rule] of Object.entries({ refund, exchange }))
    if (rule && (rule.fee === undefined) === (rule.feeRate === undefined))
      report(id, `'${id}' needs either fee or feeRate in ${name}`);
  if (sale?.from !== undefined && sale.until !== undefined && sale.from > sale.until)
    report(id, `the sale of '${id}' ends before it begins; correct its dates`);
}

/** Checks products without the feed. */
function checkProducts({ value, report }: OwnFiles['products'], settings: OperatorSettings): void {
  const seen = new Set<string>();
  const classes = settings.classes.map((each) => each.class);
  for (const product of value) {
    const id = product.productId;
    if (seen.has(id)) report(id, `productId '${id}' stands twice; remove one`);
    seen.add(id);
    const kind = settings.kinds.find((each) => each.kind === product.kind);
    if (kind) checkFields(product, kind.use, report);
    else report(id, `kind '${product.kind}' of '${id}' is not in the kinds of operator.json; add it there`);
    for (const each of product.carClasses)
      if (!classes.includes(each))
        report(id, `class '${each}' of '${id}' is not in the classes of operator.json; add it there`);
    checkMoney(product, settings, report);
    if (product.reservations > 0 && (product.sections.length === 0 || product.carClasses.length === 0))
      report(id, `'${id}' includes reservations; name its sections and carClasses`);
  }
}

/** Reports gates that do not exist, or do not open for a journey that the product may reserve. */
function checkGates(
  { productId: id, gates, sections }: schemas.ProductEntry,
  stations: ReadonlyMap<string, Station>,
  areas: ReadonlyMap<string, ReadonlySet<string>>,
  report: Report,
): void {
  if (!gates) return;
  if ('area' in gates && !areas.has(gates.area)) {
    report(id, `area '${gates.area}' of '${id}' is not in areas.json; add it there`);
    return;
  }
  const area = 'area' in gates ? (areas.get(gates.area) ?? new Set<string>()) : null;
  const entries = area ?? new Set('in' in gates ? gates.in : []);
  const exits = area ?? new Set('out' in gates ? gates.out : []);
  for (const station of [...entries, ...exits])
    if (!stations.has(station))
      report(id, `station '${station}' of '${id}' is not in the feed's stops.txt; correct the id`);
  for (const { from, to } of sections) {
    if (!entries.has(from))
      report(id, `'${id}' may reserve from '${from}' but opens no gate to enter there; add it`);
    if (!exits.has(to)) report(id, `'${id}' may reserve to '${to}' but opens no gate to leave there; add it`);
  }
}

/** Returns the directions of the trains that take passengers from one station to another. */
const waysOf = (
  { from, to }: schemas.ProductEntry['sections'][number],
  trips: readonly Trip[],
): ReadonlySet<Direction> =>
  new Set(
    trips
      .filter(({ stops }) => {
        const begin = stops.findIndex(({ stationId, noBoarding }) => stationId === from && !noBoarding);
        return (
          begin >= 0 &&
          stops.slice(begin + 1).some(({ stationId, noAlighting }) => stationId === to && !noAlighting)
        );
      })
      .map(({ direction }) => direction),
  );

/** The directions in which tickets of a trip type are good. */
const WAYS_OF_TRIP_TYPE: Readonly<
  Record<NonNullable<schemas.ProductEntry['tripType']>, readonly Direction[]>
> = { 10: ['inbound'], 11: ['outbound'], 20: ['outbound', 'inbound'] };

/** Reports journeys that no train runs, and a trip type whose directions are not those of the trains of its journeys. */
function checkWays(
  { productId: id, tripType, sections }: schemas.ProductEntry,
  stations: ReadonlyMap<string, Station>,
  trips: readonly Trip[],
  report: Report,
): void {
  const run = new Set<Direction>();
  for (const section of sections) {
    const { from, to } = section;
    // A station without trains has been reported.
    if (![from, to].every((end) => stations.get(end)?.haruka)) return;
    const ways = waysOf(section, trips);
    if (ways.size === 0)
      report(id, `'${id}': no train of the feed runs from '${from}' to '${to}'; correct it`);
    ways.forEach((way) => run.add(way));
  }
  if (tripType === undefined || run.size === 0) return;
  for (const way of WAYS_OF_TRIP_TYPE[tripType])
    if (!run.has(way))
      report(
        id,
        `'${id}': tripType ${tripType} takes its traveller ${way}, but only trains of the other direction run its sections; correct tripType, sections, or direction_id in trips.txt`,
      );
}

function joinProducts(
  { value, report }: OwnFiles['products'],
  { stations, trips }: Pick<OperatorParts, 'stations' | 'trips'>,
  areas: ReadonlyMap<string, ReadonlySet<string>>,
  of: Offered,
): Map<string, schemas.Product> {
  const products = new Map<string, schemas.Product>();
  for (const entry of value) {
    const id = entry.productId;
    const reportHere = (problem: string) => report(id, problem);
    const names = (prefix: 'notes' | 'exchangeFor') =>
      Object.keys(textsOf(entry, prefix)).length === 0
        ? namesOf(undefined, prefix)
        : filledNames(entry, prefix, reportHere, of);
    const product: schemas.Product = {
      ...entry,
      ...filledNames(entry, 'productName', reportHere, of),
      ...names('notes'),
      ...(Object.keys(textsOf(entry, 'exchangeFor')).length > 0 ? names('exchangeFor') : {}),
    };
    for (const end of product.sections.flatMap(({ from, to }) => [from, to]))
      if (!stations.get(end)?.haruka)
        report(id, `no train of the feed stops at '${end}', named by '${id}'; correct it`);
    checkWays(product, stations, [...trips.values()], report);
    checkGates(product, stations, areas, report);
    products.set(id, product);
  }
  return products;
}
