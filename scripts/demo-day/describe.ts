// What is printed of a played day.
import { epochToWall } from '@kippu/domain/time/service-day';
import type { Day } from './day.ts';
import type { ScenarioEvent } from './scenario.ts';
import { startOf, type Timetable, type Train } from './timetable.ts';

/** Names a train: 'train 14 (15:44 Airport to Central, 2026-12-01)'. */
export function trainText(train: Train, today: string): string {
  const [from, to] = [train.stops[0]?.name ?? '', train.stops.at(-1)?.name ?? ''];
  const day = train.serviceDate === today ? '' : `, ${train.serviceDate}`;
  return `train ${train.number} (${epochToWall(startOf(train)).slice(11, 16)} ${from} to ${to}${day})`;
}

const FEED = {
  good: 'the feed is good again',
  silent: 'the feed does not answer',
  broken: 'the feed sends half of its bytes',
  stuck: 'the feed sends the same message again and again',
} as const;

/** Says what an event does, in one line. */
export function eventText(event: ScenarioEvent, day: Day, timetable: Timetable): string {
  if ('feed' in event) return FEED[event.feed];
  if ('alert' in event) return `alert: ${event.alert.header['en'] ?? Object.values(event.alert.header)[0]}`;
  if ('alertEnds' in event) return `the alert '${event.alertEnds}' ends`;
  if ('added' in event) {
    const { like, minutesLater } = event.added;
    return `an added train like ${day.trains.get(like)?.number}, ${minutesLater} min later; it is not sold`;
  }
  const train = day.trains.get(event.train);
  if (!train) throw new Error(`no train '${event.train}'`);
  const nameAt = (stop: number) => train.stops.at(stop > 0 ? stop - 1 : stop)?.name ?? 'its last stop';
  const name = `train ${train.number}`;
  if ('cancelled' in event) return `${name} ${event.cancelled ? 'is cancelled' : 'runs again'}`;
  if ('skips' in event)
    return event.skips.length === 0
      ? `${name} calls everywhere again`
      : `${name} does not call at ${event.skips.map(nameAt).join(', ')}`;
  if ('runs' in event) return `${name} runs from ${nameAt(event.runs.from)} to ${nameAt(event.runs.to)}`;
  if ('platform' in event) {
    const { stop, to } = event.platform;
    const stationId = train.stops.at(stop > 0 ? stop - 1 : stop)?.stationId ?? '';
    return timetable.platformsOf(stationId).length > 1
      ? `${name} leaves ${nameAt(stop)} from ${to === undefined ? 'another platform' : `platform ${to}`}`
      : `${name} would leave ${nameAt(stop)} from another platform, but the timetable names no platforms there`;
  }
  const { late, over = 0, from } = event;
  const how = over > 0 ? `, within ${over} min` : '';
  return `${name} is ${late === 0 ? 'on time' : `${late} min late`}${from === undefined ? '' : ` from ${nameAt(from)}`}${how}`;
}
