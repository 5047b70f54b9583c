// The service alerts of the railway's feeds that concern a traveller's journey.
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { JourneyAlert, journeyAlerts } from '@kippu/contract/calls/traveller/train';
import { MAX_ALERT_TEXT, MAX_JOURNEY_ALERTS } from '@kippu/contract/limits';
import { wireNames, type ByLanguage } from '@kippu/contract/names';
import { endOfDay, isDate, startOfDay } from '@kippu/domain/time/service-day';
import type { FreshAlerts } from '../../live/feed/alert-store.ts';
import {
  concerns,
  isActiveWithin,
  type AlertSubject,
  type ServiceAlert,
} from '../../live/feed/read-alerts.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { findDeparture, journeyOn, journeysOn, type Journey } from '../timetable/departure.ts';

type Query = QueryOf<typeof journeyAlerts>;

/** Returns the rides that a traveller means: the one of the train, else all of the day between the stations. */
function ridesOf(operator: OperatorData, { date, from, to, departureId }: Query): Journey[] {
  if (departureId === undefined) return journeysOn(operator, date, from, to, { unsold: true });
  const departure = findDeparture(operator, departureId, { unsold: true });
  const ride = departure && journeyOn(departure, from, to);
  return ride ? [ride] : [];
}

/** Returns the addresses that are `https:`: a link must not lead a traveller over an open connection. */
const safe = (urls: ByLanguage): ByLanguage =>
  Object.fromEntries(Object.entries(urls).filter(([, url]) => new URL(url).protocol === 'https:'));

const shortened = (texts: ByLanguage): ByLanguage =>
  Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [
      language,
      text.length > MAX_ALERT_TEXT ? `${text.slice(0, MAX_ALERT_TEXT - 1).trimEnd()}…` : text,
    ]),
  );

function answerOf({ alertId, header, description, url, periods }: ServiceAlert, now: number): JourneyAlert {
  const isOn = isActiveWithin({ periods }, now, now);
  const begins = periods.flatMap(({ from }) => (from !== undefined && from > now ? [from] : []));
  return {
    alertId,
    ...wireNames('header', header),
    ...wireNames('text', shortened(description)),
    ...wireNames('url', safe(url)),
    ...(isOn || begins.length === 0 ? {} : { from: wireTime(Math.min(...begins)) }),
  };
}

/**
 * Lists the alerts that concern a journey and are active on its day from `now` on (epoch milliseconds): of its train, the train's route, or its
 * two stations. Throws AppError REQ-0001 for an invalid date.
 */
export async function listJourneyAlerts(
  alerts: FreshAlerts,
  operator: OperatorData,
  query: Query,
  now: number,
): Promise<DataOf<typeof journeyAlerts>> {
  const { date, from, to } = query;
  if (!isDate(date)) throw new AppError('REQ-0001', { values: { field: 'date' } });
  const rides = ridesOf(operator, query);
  if (rides.length === 0) return { items: [] };
  const stationIds = [from, to];
  const subjects = rides.map(({ departureId, trip: { routeId, direction } }): AlertSubject => ({
    departureId,
    routeId,
    direction,
    stationIds,
  }));
  const first = Math.max(now, startOfDay(date));
  // A train of the evening may arrive on the next day.
  const last = Math.max(
    endOfDay(date),
    ...rides.map(({ arriveAt, expectedArriveAt }) => Math.max(arriveAt, expectedArriveAt)),
  );
  const fresh = await alerts.at(now);
  return {
    items: fresh
      .filter(
        (alert) => isActiveWithin(alert, first, last) && subjects.some((subject) => concerns(alert, subject)),
      )
      .slice(0, MAX_JOURNEY_ALERTS)
      .map((alert) => answerOf(alert, now)),
  };
}
