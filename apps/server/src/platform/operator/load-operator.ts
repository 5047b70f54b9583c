// Loads the operator's data: its folder's files and a feed, checked across files.
import { basename } from 'node:path';
import type { Offered } from '@kippu/contract/languages';
import { namesOf, textsOf } from '@kippu/contract/names';
import type { Station } from '@kippu/contract/calls/traveller/station';
import type { Feed } from '../gtfs/feed.ts';
import type { Findings } from '../gtfs/report/findings.ts';
import { Assignments, ASSIGNMENTS_FILE } from './assignments.ts';
import { joinFeed } from './join-feed.ts';
import type { OperatorParts } from './operator-data.ts';
import { listJson, OperatorDataError, readJson, type FolderTexts } from './files/operator-files.ts';
import * as schemas from './files/operator-schemas.ts';
import { filledNames } from './files/operator-texts.ts';
import { readSettings } from './files/operator-settings.ts';

/** Reads the assignments of formations to trains. Throws OperatorDataError at the first fault. */
export const readAssignments = (files: FolderTexts): Assignments =>
  readJson(files, ASSIGNMENTS_FILE, Assignments).value;

/**
 * Joins the operator's files with a feed.
 * @param findings gets what of the feed does not fit; with an error there, the parts are not to be used
 * @throws OperatorDataError at the first fault of the operator's own files
 */
export function joinOperator(files: FolderTexts, feed: Feed, findings: Findings): OperatorParts {
  const settings = readSettings(files);
  const formations = loadFormations(files);
  const { value: assignments, fail } = readJson(files, ASSIGNMENTS_FILE, Assignments);
  for (const { formation } of assignments.assignments)
    if (!formations.has(formation))
      fail(formation, `formation '${formation}' has no file in formations/; add it`);
  const stationsExtra = loadStationsExtra(files, settings);
  const { value: platforms } = readJson(files, 'platforms.json', schemas.Platforms);
  const trains = joinFeed(
    feed,
    { zone: settings.zone, offered: settings, assignments, stationsExtra, platforms },
    findings,
  );
  const { stations } = trains;
  const areas = loadAreas(files, stations);
  const { value: gateRules } = readJson(files, 'gates.json', schemas.GateRules);
  const products = loadProducts(files, stations, areas, settings);
  const counters = loadCounters(files, products, settings);
  const { value: entryRules } = readJson(files, 'entries.json', schemas.EntryRules);
  const { regions } = stationsExtra;
  const rules = { entryRules, gateRules };
  return { settings, ...trains, regions, formations, products, counters, platforms, areas, ...rules };
}

function loadStationsExtra(files: FolderTexts, of: Offered): schemas.StationsExtra {
  const { value: extra, fail } = readJson(files, 'stations-extra.json', schemas.StationsExtra);
  const regions = new Set(extra.regions.map(({ region }) => region));
  const all = [
    ...Object.entries(extra.stations),
    ...(extra.default ? [['default', extra.default] as const] : []),
  ];
  for (const [id, { region }] of all)
    if (!regions.has(region)) fail(id, `region '${region}' of '${id}' is not in regions; add it there`);
  return {
    ...extra,
    regions: extra.regions.map(({ region, ...entry }) => ({
      region,
      ...filledNames(entry, 'regionName', (problem) => fail(region, problem), of),
    })),
  };
}

function loadFormations(files: FolderTexts): Map<string, schemas.Formation> {
  const formations = new Map<string, schemas.Formation>();
  for (const file of listJson(files, 'formations').filter((name) => name !== ASSIGNMENTS_FILE)) {
    const { value, fail } = readJson(files, file, schemas.Formation);
    const name = basename(file);
    if (`${value.id}.json` !== name) fail(value.id, `id is '${value.id}'; name it as the file, ${name}`);
    const numbers = value.cars.map((car) => car.car);
    if (new Set(numbers).size !== numbers.length)
      fail('cars', 'a car number stands twice; give each car its own number');
    formations.set(value.id, value);
  }
  if (formations.size === 0)
    throw new OperatorDataError('formations', 1, 'no formation; add a file such as formations/haruka-9.json');
  return formations;
}

function loadAreas(
  files: FolderTexts,
  stations: ReadonlyMap<string, Station>,
): Map<string, ReadonlySet<string>> {
  const { value, fail } = readJson(files, 'areas.json', schemas.Areas);
  const all = [...stations.values()];
  const areas = new Map<string, ReadonlySet<string>>();
  for (const { areaId, areas: within = [], regions = [], stations: single = [] } of value) {
    if (areas.has(areaId)) fail(areaId, `areaId '${areaId}' stands twice; remove one`);
    for (const region of regions)
      if (!all.some((station) => station.region === region))
        fail(region, `no station is in the region '${region}' of area '${areaId}'; correct it`);
    for (const id of single)
      if (!stations.has(id))
        fail(id, `station '${id}' of area '${areaId}' is not in the feed's stops.txt; correct the id`);
    for (const id of within)
      if (!areas.has(id))
        fail(areaId, `area '${id}' does not stand above area '${areaId}'; move it there, or correct it`);
    const inside = within.flatMap((id) => [...(areas.get(id) ?? [])]);
    const inRegions = all
      .filter((station) => regions.includes(station.region))
      .map((station) => station.stationId);
    const ids = new Set([...inside, ...inRegions, ...single]);
    if (ids.size === 0) fail(areaId, `area '${areaId}' has no station; name areas, regions or stations`);
    areas.set(areaId, ids);
  }
  return areas;
}

type Fail = (needle: string, problem: string) => never;

/** Refuses a product whose gates are missing, do not exist, or do not open for a journey that it may reserve. */
function checkGates(
  product: schemas.Product,
  stations: ReadonlyMap<string, Station>,
  areas: ReadonlyMap<string, ReadonlySet<string>>,
  fail: Fail,
): void {
  const { productId: id, kind, gates, sections } = product;
  if (kind === 'voucher' || kind === 'eticket') {
    if (gates) fail(id, `'${id}': a ${kind} opens no gate; remove gates`);
    return;
  }
  if (!gates) return fail(id, `'${id}' names no gates; add an area, or stations for in and out`);
  if ('area' in gates && !areas.has(gates.area))
    fail(id, `area '${gates.area}' of '${id}' is not in areas.json; add it there`);
  const area = 'area' in gates ? (areas.get(gates.area) ?? new Set<string>()) : null;
  const entries = area ?? new Set('in' in gates ? gates.in : []);
  const exits = area ?? new Set('out' in gates ? gates.out : []);
  for (const station of [...entries, ...exits])
    if (!stations.has(station))
      fail(id, `station '${station}' of '${id}' is not in the feed's stops.txt; correct the id`);
  for (const { from, to } of sections) {
    if (!entries.has(from))
      fail(id, `'${id}' may reserve from '${from}' but opens no gate to enter there; add it`);
    if (!exits.has(to)) fail(id, `'${id}' may reserve to '${to}' but opens no gate to leave there; add it`);
  }
}

function loadProducts(
  files: FolderTexts,
  stations: ReadonlyMap<string, Station>,
  areas: ReadonlyMap<string, ReadonlySet<string>>,
  of: Offered,
): Map<string, schemas.Product> {
  const { value, fail } = readJson(files, 'products.json', schemas.Products);
  const products = new Map<string, schemas.Product>();
  for (const entry of value) {
    const id = entry.productId;
    const failHere = (problem: string) => fail(id, problem);
    const names = (prefix: 'notes' | 'exchangeFor') =>
      Object.keys(textsOf(entry, prefix)).length === 0
        ? namesOf(undefined, prefix)
        : filledNames(entry, prefix, failHere, of);
    const product: schemas.Product = {
      ...entry,
      ...filledNames(entry, 'productName', failHere, of),
      ...names('notes'),
      ...(entry.kind === 'voucher' ? names('exchangeFor') : {}),
    };
    if (products.has(id)) fail(id, `productId '${id}' stands twice; remove one`);
    for (const end of product.sections.flatMap(({ from, to }) => [from, to]))
      if (!stations.get(end)?.haruka)
        fail(id, `no train of the feed stops at '${end}', named by '${id}'; correct it`);
    if ((product.kind === 'haruka') !== (product.tripType !== undefined))
      fail(id, `'${id}': tripType goes with the kind haruka, and only with it; correct one`);
    if (product.reservations > 0 && (product.sections.length === 0 || product.carClasses.length === 0))
      fail(id, `'${id}' includes reservations; name its sections and carClasses`);
    if (product.admissions !== undefined && product.kind !== 'eticket')
      fail(id, `'${id}': admissions go with the kind eticket only; remove them`);
    if ((product.kind === 'voucher') !== Object.keys(textsOf(entry, 'exchangeFor')).length > 0)
      fail(id, `'${id}': the names of exchangeFor go with the kind voucher, and only with it; correct one`);
    checkGates(product, stations, areas, fail);
    products.set(id, product);
  }
  return products;
}

function loadCounters(
  files: FolderTexts,
  products: ReadonlyMap<string, schemas.Product>,
  of: Offered,
): schemas.OperatorCounter[] {
  const { value, fail } = readJson(files, 'counters.json', schemas.Counters);
  for (const counter of value)
    for (const id of counter.productIds)
      if (!products.has(id))
        fail(counter.counterId, `product '${id}' is not in products.json; correct the id`);
  return value.map((counter) => ({
    ...counter,
    ...filledNames(counter, 'counterName', (problem) => fail(counter.counterId, problem), of),
  }));
}
