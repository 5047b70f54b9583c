// The alerts that Kippu gives to other apps: those of the railway's feeds that are active, and the desk's words on trains.
import type { ByLanguage } from '@kippu/contract/names';
import { serviceDateOf } from '@kippu/domain/time/service-day';
import { toSeconds } from '../../platform/gtfs-realtime/codec.ts';
import {
  Alert_Cause as Cause,
  Alert_Effect as Effect,
} from '../../platform/gtfs-realtime/gtfs-realtime-pb.js';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { ServiceAlert } from '../feed/read-alerts.ts';
import { descriptorOf, liveDepartures, tripOf, type LiveDeparture } from './live-departures.ts';
import type { Entity } from './trip-updates.ts';

/** The most alerts of feeds: ten feeds of 500 would be 5,000. */
const MAX_ALERTS = 1_000;

type Alert = NonNullable<Entity['alert']>;
type Selector = NonNullable<Alert['informedEntity']>[number];

/** Returns texts by language; undefined for none. A text whose language is not known has none. */
function translated(texts: ByLanguage): Alert['headerText'] {
  const translation = Object.entries(texts).map(([language, text]) =>
    language === 'und' ? { text } : { text, language },
  );
  return translation.length === 0 ? undefined : { translation };
}

function selectorsOf({ informed }: ServiceAlert, operator: OperatorData): Selector[] {
  return informed.flatMap(({ departureId, routeId, stationId, direction }): Selector[] => {
    const trip = departureId === undefined ? undefined : tripOf(operator, departureId);
    // The train has left the timetable since.
    if (departureId !== undefined && !trip) return [];
    const selector = {
      ...(trip ? { trip: descriptorOf(trip, serviceDateOf(departureId ?? '')) } : {}),
      ...(routeId === undefined ? {} : { routeId }),
      ...(stationId === undefined ? {} : { stopId: stationId }),
      ...(direction === undefined ? {} : { directionId: direction === 'outbound' ? 0 : 1 }),
    };
    const isWhole = Object.keys(selector).length === 0;
    return [isWhole ? { agencyId: operator.agency.agencyId } : selector];
  });
}

function alertOf(alert: ServiceAlert, operator: OperatorData): Alert | undefined {
  const informedEntity = selectorsOf(alert, operator);
  if (informedEntity.length === 0) return undefined;
  const { header, description, url, periods, cause, effect } = alert;
  return {
    activePeriod: periods.map(({ from, until }) => ({
      ...(from === undefined ? {} : { start: toSeconds(from) }),
      ...(until === undefined ? {} : { end: toSeconds(until) }),
    })),
    informedEntity,
    cause: Cause[cause as keyof typeof Cause] ?? Cause.UNKNOWN_CAUSE,
    effect: Effect[effect as keyof typeof Effect] ?? Effect.UNKNOWN_EFFECT,
    headerText: translated(header),
    descriptionText: translated(description),
    url: translated(url),
  };
}

const effectOf = ({ live, stops }: LiveDeparture): Effect => {
  if (live.runs === false) return Effect.NO_SERVICE;
  if (stops.some(({ isSkipped }) => isSkipped)) return Effect.MODIFIED_SERVICE;
  return Effect.UNKNOWN_EFFECT;
};

/** Returns what the desk says to the travellers of a train; undefined where it says nothing. */
function wordsOf(departure: LiveDeparture): Entity | undefined {
  const { ownId, trip, serviceDate, live } = departure;
  if (!live.words) return undefined;
  return {
    id: `words:${ownId}`,
    alert: {
      informedEntity: [{ trip: descriptorOf(trip, serviceDate) }],
      cause: Cause.UNKNOWN_CAUSE,
      effect: effectOf(departure),
      headerText: translated(live.words),
    },
  };
}

/**
 * Makes the alerts of the published feed.
 * @param alerts those of the railway's feeds that are active
 * @param now epoch milliseconds
 */
export function serviceAlerts(
  operator: OperatorData,
  alerts: readonly ServiceAlert[],
  now: number,
): Entity[] {
  const ids = new Set<string>();
  const ofFeeds = alerts.slice(0, MAX_ALERTS).flatMap((each): Entity[] => {
    const alert = alertOf(each, operator);
    if (!alert) return [];
    // Two feeds may have the same id.
    let id = each.alertId;
    for (let more = 2; ids.has(id); more += 1) id = `${each.alertId}#${more}`;
    ids.add(id);
    return [{ id, alert }];
  });
  return [...liveDepartures(operator, now).flatMap((departure) => wordsOf(departure) ?? []), ...ofFeeds];
}
