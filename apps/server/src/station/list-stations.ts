// Stations in the order a traveller looks for them: by name in the own language, and by region.
import { nameIn } from '@kippu/contract/fields';
import type { Language } from '@kippu/contract/limits';
import type { Station, StationRegion } from '@kippu/contract/station';
import type { OperatorRegion } from '../operator/operator-schemas.ts';

/** Takes stations and a language; gives them by their name in it, by its collation. */
function sortByName(stations: Iterable<Station>, language: Language): Station[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return [...stations]
    .map((station) => ({ station, name: nameIn(station, 'stationName', language) }))
    .toSorted((a, b) => compare(a.name, b.name) || (a.station.stationId < b.station.stationId ? -1 : 1))
    .map(({ station }) => station);
}

/** As sortByName, those where the Haruka stops first. */
export function sortHarukaFirst(stations: Iterable<Station>, language: Language): Station[] {
  const sorted = sortByName(stations, language);
  return [...sorted.filter(({ haruka }) => haruka), ...sorted.filter(({ haruka }) => !haruka)];
}

/** Takes stations and the operator's regions; gives the regions that have any, in the operator's order, names sorted. */
export function groupByRegion(
  stations: Iterable<Station>,
  regions: readonly OperatorRegion[],
  language: Language,
): StationRegion[] {
  const sorted = sortByName(stations, language);
  return regions
    .map((region) => ({ ...region, stations: sorted.filter((station) => station.region === region.region) }))
    .filter((region) => region.stations.length > 0);
}
