// Lists stations for a traveller: by name in their language, and by region.
import { nameIn } from '@kippu/contract/names';
import type { Language } from '@kippu/contract/languages';
import type { Station, StationRegion } from '@kippu/contract/calls/traveller/station';
import type { OperatorRegion } from '../platform/operator/files/operator-schemas.ts';

/** Sorts stations by their name in a language. */
function sortByName(stations: Iterable<Station>, language: Language): Station[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return [...stations]
    .map((station) => ({ station, name: nameIn(station, 'stationName', language) }))
    .toSorted((a, b) => compare(a.name, b.name) || (a.station.stationId < b.station.stationId ? -1 : 1))
    .map(({ station }) => station);
}

/** As sortByName, with the stations of the trains with reserved seats first. */
export function sortReservedFirst(stations: Iterable<Station>, language: Language): Station[] {
  const sorted = sortByName(stations, language);
  return [...sorted.filter((station) => station.haruka), ...sorted.filter((station) => !station.haruka)];
}

/** Groups stations by region, in the operator's order. Omits regions without stations; sorts names within a region. */
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
