// Two stations and two times, as on every train ticket.
import { ArrowRight } from 'lucide-react';
import { nameIn } from '@kippu/contract/names';
import type { TrainStop } from '@kippu/contract/calls/traveller/seat';
import { formatTime } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import css from './journey-times.module.css';

type StationName = Extract<keyof TrainStop, `stationName${string}`>;

interface Props {
  readonly from: Pick<TrainStop, StationName>;
  readonly to: Pick<TrainStop, StationName>;
  readonly departAt: string;
  readonly arriveAt: string;
  readonly platform?: string | undefined;
  /** The times before a newer timetable. Those that differ are shown struck through. */
  readonly before?: { readonly departAt: string; readonly arriveAt: string } | undefined;
  /** The train does not run: its times are struck through. */
  readonly gone?: boolean;
  /** `display` on a screen about one train. */
  readonly size?: 'time' | 'display';
}

export function JourneyTimes({
  from,
  to,
  departAt,
  arriveAt,
  platform,
  before,
  gone = false,
  size = 'time',
}: Props) {
  const { seat } = useMessages();
  const language = useLanguage();
  const start = nameIn(from, 'stationName', language);
  return (
    <div className={`${css['journey']} ${css[size]}`}>
      <p className={css['stop']}>
        <span className={css['station']}>{platform ? seat.platformAt(start, platform) : start}</span>
        <Clock at={departAt} before={before?.departAt} gone={gone} />
      </p>
      <span className={css['arrow']}>
        <Icon of={ArrowRight} size={18} />
      </span>
      <p className={`${css['stop']} ${css['end']}`}>
        <span className={css['station']}>{nameIn(to, 'stationName', language)}</span>
        <Clock at={arriveAt} before={before?.arriveAt} gone={gone} />
      </p>
    </div>
  );
}

function Clock({
  at,
  before,
  gone,
}: {
  readonly at: string;
  readonly before: string | undefined;
  readonly gone: boolean;
}) {
  const { seat } = useMessages();
  const changed = !gone && before !== undefined && formatTime(before) !== formatTime(at);
  return (
    <>
      {changed && (
        <s className={css['before']}>
          <span className="unseen">{seat.timeBefore} </span>
          {formatTime(before)}
        </s>
      )}
      <time className={`${css['clock']} ${gone ? css['gone'] : changed ? css['changed'] : ''}`}>
        {formatTime(at)}
      </time>
    </>
  );
}
