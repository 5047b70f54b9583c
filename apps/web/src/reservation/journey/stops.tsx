// The stops of a train: one line that expands to the stations and their times.
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { nameIn } from '@kippu/contract/names';
import type { TrainStop } from '@kippu/contract/calls/traveller/seat';
import { formatTime } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import css from './stops.module.css';

interface Props {
  readonly stops: readonly TrainStop[];
  /** At the first stop; undefined if unknown or already shown. */
  readonly platform?: string | undefined;
  /** The train's name for screen readers, because a list of trains has many such lines. */
  readonly of: string;
}

/** Whether the train is expected later than planned, by the minute. */
const isLate = (stop: TrainStop): boolean =>
  (
    [
      [stop.arriveAt, stop.expectedArriveAt],
      [stop.departAt, stop.expectedDepartAt],
    ] as const
  ).some(
    ([planned, expected]) =>
      planned !== undefined && expected !== undefined && formatTime(planned) !== formatTime(expected),
  );

export function Stops({ stops, platform, of }: Props) {
  const { seat } = useMessages();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <button
        type="button"
        className={css['toggle']}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span>
          <span className="unseen">{of} </span>
          {platform && <span>{seat.onPlatform(platform)} · </span>}
          {seat.stopsBetween(Math.max(0, stops.length - 2))}
        </span>
        <Icon of={ChevronDown} size={16} />
      </button>
      <ol id={id} className={css['list']} hidden={!open}>
        {stops.map((stop) => (
          <li key={stop.stationId} className={`${css['stop']} ${stop.skipped ? css['skipped'] : ''}`}>
            <span className={`${css['times']} ${isLate(stop) ? css['late'] : ''}`}>
              {[stop.expectedArriveAt ?? stop.arriveAt, stop.expectedDepartAt ?? stop.departAt]
                .filter((time) => time !== undefined)
                .map(formatTime)
                .filter((time, at, all) => time !== all[at - 1])
                .map((time) => (
                  <time key={time}>{time}</time>
                ))}
            </span>
            <span className={css['station']}>
              <span className={css['name']}>{nameIn(stop, 'stationName', language)}</span>
              {stop.skipped && ` · ${seat.live.skipped}`}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
