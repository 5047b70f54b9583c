// Alternatives for a train that is full for the whole way: its open cars, a part with seats, the next train.
import type { ReactNode } from 'react';
import { nameIn } from '@kippu/contract/names';
import type { RidePart, Train } from '@kippu/contract/calls/traveller/train';
import { Link } from '../../app/router/link.tsx';
import type { RouteParams } from '../../app/router/link-to.ts';
import { formatTime, joinSentences } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import css from './full-train.module.css';
import { dateOfPart, nextWithSeats, runsOf } from '../journey/journey-plan.ts';

interface Props {
  readonly train: Train;
  /** The trains of the day, to find the next one. */
  readonly trains: readonly Train[];
  /** The seat map of the full train. */
  readonly params: RouteParams['chooseSeat'];
  /** Set on the full train's own screen, which the alternative replaces in the history. */
  readonly replace?: boolean;
  /** Shown if no later train of the day has seats. */
  readonly otherwise?: ReactNode;
}

export function FullTrain({ train, trains, params, replace = false, otherwise }: Props) {
  const { seat } = useMessages();
  const language = useLanguage();
  const next = nextWithSeats(trains, train);
  const partName = ({ from, to }: RidePart) => {
    const start = from === params.from;
    const stop = train.stops.find(({ stationId }) => stationId === (start ? to : from));
    const name = stop ? nameIn(stop, 'stationName', language) : '';
    return start ? seat.seatsAsFarAs(name) : seat.seatsFrom(name);
  };
  const open = runsOf(train.nonReservedCars).map(({ first, last }) => seat.freeCars(first, last));
  return (
    <div className={css['offers']}>
      {open.length > 0 && <p className={css['open']}>{joinSentences(open, language)}</p>}
      {train.parts?.map((part) => (
        <Link
          key={`${part.from} ${part.to}`}
          to="chooseSeat"
          params={{ ...params, ...part, date: dateOfPart(train, part) ?? params.date }}
          replace={replace}
          className={css['offer']}
        >
          {partName(part)}
        </Link>
      ))}
      {next ? (
        <Link
          to="chooseSeat"
          params={{ ...params, departureId: next.departureId }}
          replace={replace}
          className={css['offer']}
        >
          {seat.nextWithSeats(formatTime(next.departAt))}
        </Link>
      ) : (
        otherwise
      )}
    </div>
  );
}
