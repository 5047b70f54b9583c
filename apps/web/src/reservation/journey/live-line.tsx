// How a train really runs, in words: on time, late, cut, from another platform, and what the staff say.
import { nameIn } from '@kippu/contract/names';
import type { LiveRide, TrainStop } from '@kippu/contract/calls/traveller/seat';
import type { Messages } from '@kippu/words/app-words';
import {
  CircleCheck,
  Clock,
  Megaphone,
  Milestone,
  TrainFront,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { lastAnswer } from '../../app/call/last-answer.ts';
import { reach } from '../../app/call/reach.ts';
import { formatTime } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { lateMinutes } from '@kippu/domain/live/late-minutes';
import { epochToWall, wallToEpoch } from '@kippu/domain/time/service-day';
import type { Ride } from './live-times.ts';
import css from './live-line.module.css';

type StationName = Extract<keyof TrainStop, `stationName${string}`>;

interface Props {
  readonly ride: Ride & { readonly platform?: string | undefined };
  readonly from: Pick<TrainStop, StationName>;
  readonly to: Pick<TrainStop, StationName>;
  /** Screen readers say a change by themselves. For a screen about one train. */
  readonly announced?: boolean;
  /** On the coloured card of the next train. */
  readonly onHero?: boolean;
}

/** Returns the full minutes between two wall times; 0 for a train that is early, undefined without an expected time. */
const lateBy = (planned: string, expected: string | undefined): number | undefined =>
  expected === undefined
    ? undefined
    : Math.max(0, lateMinutes((wallToEpoch(expected) - wallToEpoch(planned)) / 1000));

/** Whether nothing is known that differs from the timetable. A train that has left on time runs as planned. */
export const runsAsPlanned = ({ departAt, arriveAt, live }: Ride): boolean =>
  live === undefined ||
  (live.runs &&
    !live.platformChanged &&
    !live.words &&
    !lateBy(departAt, live.hasLeft ? undefined : live.expectedDepartAt) &&
    !(live.hasLeft && lateBy(arriveAt, live.expectedArriveAt)));

interface Line {
  readonly tone: 'ok' | 'warn' | 'danger' | 'plain';
  readonly icon: LucideIcon;
  readonly words: string;
}

/** Renders nothing while nothing is known; if `announced`, an empty list, which screen readers watch. */
export function LiveLine({ ride, from, to, announced = false, onHero = false }: Props) {
  const { seat } = useMessages();
  const language = useLanguage();
  const isOnline = useSyncExternalStore(reach.subscribe, reach.get);
  const { live, platform } = ride;
  const station = live?.cut === 'to' ? to : from;
  const words = live?.words ? nameIn(live.words, 'text', language) : '';
  const lines: Line[] = live
    ? [
        stateOf(live, ride, nameIn(station, 'stationName', language), seat.live),
        ...(live.platformChanged && platform !== undefined && live.runs
          ? [
              {
                tone: 'warn' as const,
                icon: Milestone,
                words: seat.live.platform(platform, live.platformChanged.planned),
              },
            ]
          : []),
        ...(words ? [{ tone: 'plain' as const, icon: Megaphone, words }] : []),
      ].filter((line) => line !== null)
    : [];
  const asOf = live && ageOf(live, isOnline);
  if (!announced && lines.length === 0) return null;
  return (
    <ul
      className={`${css['lines']} ${onHero ? css['hero'] : ''}`}
      aria-live={announced ? 'polite' : undefined}
    >
      {lines.map((line, at) => (
        <li key={line.words} className={css[line.tone]}>
          <Icon of={line.icon} size={16} />
          <span>
            {line.words}
            {at === 0 && asOf !== undefined && (
              <span className={css['age']}> · {seat.live.asOf(formatTime(asOf))}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Returns the wall time of the live data if it is not current: the data is old, or the phone has no network. */
function ageOf({ isOld, asOf }: LiveRide, isOnline: boolean): string | undefined {
  if (isOld) return asOf;
  if (isOnline) return undefined;
  const heard = lastAnswer();
  return heard === undefined ? asOf : epochToWall(heard);
}

/** Returns the one line about the train's times; null if only its platform or words are known. */
function stateOf(
  { runs, cut, hasLeft, expectedDepartAt, expectedArriveAt }: LiveRide,
  { departAt, arriveAt }: Ride,
  station: string,
  words: Messages['seat']['live'],
): Line | null {
  if (!runs) {
    const gone = cut === 'train' ? words.noTrain : words.noStop(station);
    return { tone: 'danger', icon: TriangleAlert, words: gone };
  }
  const departs = lateBy(departAt, expectedDepartAt);
  const arrives = lateBy(arriveAt, expectedArriveAt);
  if (hasLeft)
    return arrives !== undefined && arrives > 0
      ? { tone: 'warn', icon: TrainFront, words: words.arrivesLate(arrives) }
      : { tone: 'plain', icon: TrainFront, words: words.left };
  if (departs === undefined) return null;
  return departs > 0
    ? { tone: 'warn', icon: Clock, words: words.late(departs) }
    : { tone: 'ok', icon: CircleCheck, words: words.onTime };
}
