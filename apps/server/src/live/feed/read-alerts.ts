// The service alerts of a feed, as they are stored: cleaned texts by language, and whom they concern in the timetable's terms.
import type { ByLanguage } from '@kippu/contract/names';
import type { Direction } from '@kippu/contract/values';
import { seenText } from '@kippu/domain/text/seen-text';
import { toMillis } from '../../platform/gtfs-realtime/codec.ts';
import {
  Alert_Cause as Cause,
  Alert_Effect as Effect,
  type Alert,
  type EntitySelector,
  type TranslatedString,
} from '../../platform/gtfs-realtime/gtfs-realtime-pb.js';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { TrainFinder } from './match-train.ts';

/** Characters of a text. */
const MAX_HEADER = 300;
const MAX_DESCRIPTION = 4_000;
const MAX_URL = 500;
const MAX_ID = 200;
const MAX_LANGUAGES = 20;
const MAX_PERIODS = 50;
const MAX_INFORMED = 500;

/** Whom an alert concerns: all that is given must be so. Nothing given: the whole railway. */
interface Informed {
  readonly departureId?: string;
  readonly routeId?: string;
  readonly stationId?: string;
  readonly direction?: Direction;
}

/** Epoch milliseconds; without one, it has begun, or does not end. */
interface Period {
  readonly from?: number;
  readonly until?: number;
}

export interface ServiceAlert {
  readonly alertId: string;
  readonly header: ByLanguage;
  readonly description: ByLanguage;
  readonly url: ByLanguage;
  /** Without one, it is always active. */
  readonly periods: readonly Period[];
  readonly informed: readonly Informed[];
  /** The standard's names, such as 'WEATHER' and 'SIGNIFICANT_DELAYS'. */
  readonly cause: string;
  readonly effect: string;
}

/** Returns the language's tag; 'und' where it is none. */
function tagOf(language: string | undefined): string {
  try {
    return Intl.getCanonicalLocales(language ?? 'und')[0] ?? 'und';
  } catch {
    // RangeError: no tag. The text may still be read by somebody.
    return 'und';
  }
}

function textsOf(texts: TranslatedString | undefined, longest: number): ByLanguage {
  const found = new Map<string, string>();
  for (const { text = '', language } of texts?.translation.slice(0, MAX_LANGUAGES) ?? []) {
    const seen = seenText(text.slice(0, longest * 2).replace(/[^\P{Cc}\n]+/gu, ' ')).slice(0, longest);
    const tag = tagOf(language);
    if (seen !== '' && !found.has(tag)) found.set(tag, seen);
  }
  return Object.fromEntries(found);
}

/** Returns the addresses that a page may link to. */
const urlsOf = (texts: TranslatedString | undefined): ByLanguage =>
  Object.fromEntries(
    Object.entries(textsOf(texts, MAX_URL)).filter(
      ([, url]) => URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol),
    ),
  );

/** Railways, as `route_type` of GTFS and of its extension. */
const isRail = (routeType: number) => routeType === 2 || (routeType >= 100 && routeType < 200);

/** Returns whom a selector concerns; undefined for trains, stops and routes of others. */
function informedOf(
  { agencyId, routeId, routeType, trip, stopId, directionId }: EntitySelector,
  operator: OperatorData,
  trains: TrainFinder,
): Informed | undefined {
  if (agencyId && agencyId !== operator.agency.agencyId) return undefined;
  if (routeType !== undefined && !isRail(routeType)) return undefined;
  const train = trip?.tripId ? trains.find(trip) : undefined;
  if (typeof train === 'string') return undefined;
  const route = routeId || trip?.routeId || undefined;
  if (route !== undefined && !operator.routes.has(route)) return undefined;
  const place = stopId ? operator.stopPlaces.get(stopId) : undefined;
  if (stopId && !place) return undefined;
  const direction = directionId ?? (train ? undefined : trip?.directionId);
  return {
    ...(train ? { departureId: train.departureId } : {}),
    ...(route === undefined ? {} : { routeId: route }),
    ...(place ? { stationId: place.stationId } : {}),
    ...(direction === undefined ? {} : { direction: direction === 0 ? 'outbound' : 'inbound' }),
  };
}

/** Reads an alert. Undefined if it has no text, 'others' if it concerns nothing of this railway. */
export function readAlert(
  id: string,
  alert: Alert,
  operator: OperatorData,
  trains: TrainFinder,
): ServiceAlert | 'others' | undefined {
  const header = textsOf(alert.headerText, MAX_HEADER);
  const description = textsOf(alert.descriptionText, MAX_DESCRIPTION);
  if (id === '' || id.length > MAX_ID || Object.keys({ ...header, ...description }).length === 0)
    return undefined;
  const informed = alert.informedEntity
    .slice(0, MAX_INFORMED)
    .flatMap((selector) => informedOf(selector, operator, trains) ?? []);
  if (informed.length === 0) return 'others';
  const periods = alert.activePeriod.slice(0, MAX_PERIODS).map(({ start, end }): Period => {
    const [from, until] = [toMillis(start), toMillis(end)];
    return { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) };
  });
  return {
    alertId: seenText(id),
    header,
    description,
    url: urlsOf(alert.url),
    periods,
    informed,
    cause: Cause[alert.cause ?? Cause.UNKNOWN_CAUSE] ?? 'UNKNOWN_CAUSE',
    effect: Effect[alert.effect ?? Effect.UNKNOWN_EFFECT] ?? 'UNKNOWN_EFFECT',
  };
}

/** Whether an alert is active at some moment from `first` to `last`, epoch milliseconds, both included. */
export const isActiveWithin = (
  { periods }: Pick<ServiceAlert, 'periods'>,
  first: number,
  last: number,
): boolean =>
  periods.length === 0 ||
  periods.some(
    ({ from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }) => from <= last && first < until,
  );
/** Whether an alert is active at a moment, epoch milliseconds. */
export const isActive = (alert: Pick<ServiceAlert, 'periods'>, at: number): boolean =>
  isActiveWithin(alert, at, at);

/** A ride, or stations alone, for which alerts are looked up. */
export interface AlertSubject {
  readonly departureId?: string;
  readonly routeId?: string;
  readonly direction?: Direction;
  readonly stationIds: readonly string[];
}

/** Whether an alert concerns a ride or a station. */
export const concerns = (
  { informed }: Pick<ServiceAlert, 'informed'>,
  { departureId, routeId, direction, stationIds }: AlertSubject,
): boolean =>
  informed.some(
    (one) =>
      (one.departureId === undefined || one.departureId === departureId) &&
      (one.routeId === undefined || one.routeId === routeId) &&
      (one.direction === undefined || one.direction === direction) &&
      (one.stationId === undefined || stationIds.includes(one.stationId)),
  );
