// One train of the day: time, name, duration and availability.
import { classWord } from '@kippu/client/operator-words';
import { ChevronRight } from 'lucide-react';
import { nameIn } from '@kippu/contract/names';
import type { Train } from '@kippu/contract/calls/traveller/train';
import { fillWords } from '@kippu/words/error-words';
import { theRules } from '@kippu/domain/rules';
import { isErrorCode } from '../../app/errors/error-kinds.ts';
import { Link } from '../../app/router/link.tsx';
import type { RouteParams } from '../../app/router/link-to.ts';
import { formatTime } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import type { Messages } from '@kippu/words/app-words';
import { Button } from '@kippu/ui/button';
import { Icon } from '@kippu/ui/icon';
import { AvailabilityLine } from './availability-mark.tsx';
import { durationOf } from '../journey/journey-plan.ts';
import { LiveLine } from '../journey/live-line.tsx';
import { shownTimes } from '../journey/live-times.ts';
import { Stops } from '../journey/stops.tsx';
import { FullTrain } from './full-train.tsx';
import css from './train-row.module.css';

interface Props {
  readonly train: Train;
  /** All trains of the day. */
  readonly trains: readonly Train[];
  readonly wanted: number;
  /** Where the row leads: the seat map of this train. */
  readonly params: RouteParams['chooseSeat'];
  /** Whether it is the train whose seats are being changed. */
  readonly isOwn: boolean;
  /** Goes to the next day; undefined on the last one. */
  readonly nextDay: (() => void) | undefined;
}

/** Why a train cannot be chosen, in short form because many rows may show it; '' if each class already says it. */
function reasonInWords(
  reason: string | undefined,
  words: Messages['seat'],
  errors: Messages['errors'],
  overlap: string | undefined,
): string {
  if (!reason || !isErrorCode(reason, errors)) return '';
  switch (reason) {
    case 'SEAT-0003':
      return '';
    case 'SEAT-0004':
      return words.state.departed;
    case 'SEAT-0011':
      return overlap ?? words.alreadyReserved;
    case 'SEAT-0005':
      return theRules().changeClosesMinutes === 0
        ? words.state.departed
        : words.closed(theRules().changeClosesMinutes);
    default:
      return fillWords(errors[reason]);
  }
}

export function TrainRow({ train, trains, wanted, params, isOwn, nextDay }: Props) {
  const { seat, errors } = useMessages();
  const language = useLanguage();
  const { hours, minutes } = durationOf(train.departAt, train.arriveAt);
  const name = seat.train(nameIn(train, 'trainName', language), train.trainNo);
  const { overlaps } = train;
  const overlap =
    overlaps &&
    seat.overlaps(
      seat.train(nameIn(overlaps, 'trainName', language), overlaps.trainNo),
      formatTime(overlaps.departAt),
    );
  const reason = train.isExtra ? seat.extraTrain : reasonInWords(train.reason, seat, errors, overlap);
  const shown = shownTimes(train);
  const isLate = shown.departAt !== train.departAt;
  const [first, last] = [train.stops[0], train.stops.at(-1)];
  const face = (
    <>
      <span className={css['times']}>
        <span className="unseen">{seat.departs} </span>
        {isLate && (
          <s className={css['planned']}>
            <span className="unseen">{seat.timeBefore} </span>
            {formatTime(train.departAt)}
          </s>
        )}
        <time className={`${css['depart']} ${isLate ? css['late'] : ''}`}>{formatTime(shown.departAt)}</time>
        <span className="unseen">{seat.arrives} </span>
        <time className={css['arrive']}>{formatTime(shown.arriveAt)}</time>
      </span>
      <div className={css['what']}>
        {isOwn && <strong className={css['own']}>{seat.yourTrain}</strong>}
        <span className={css['name']}>
          <span className={css['whole']}>{name}</span> ·{' '}
          <span className={css['whole']}>{seat.duration(hours, minutes)}</span>
        </span>
        {first && last && train.live?.runs !== false && <LiveLine ride={train} from={first} to={last} />}
        {reason ? (
          <span className={css['reason']}>{reason}</span>
        ) : (
          <dl className={css['classes']}>
            {train.classes.map((each) => (
              <AvailabilityLine
                key={each.class}
                name={classWord(each.class, language)}
                availability={each}
                wanted={wanted}
              />
            ))}
          </dl>
        )}
      </div>
      {train.selectable && <Icon of={ChevronRight} />}
    </>
  );
  return (
    <>
      {train.selectable ? (
        <Link to="chooseSeat" params={params} className={css['row']}>
          {face}
        </Link>
      ) : (
        <div className={`${css['row']} ${css['closed']}`}>{face}</div>
      )}
      {train.reason === 'SEAT-0003' && (
        <div className={css['offers']}>
          <FullTrain
            train={train}
            trains={trains}
            params={params}
            otherwise={
              nextDay && (
                <Button kind="text" onClick={nextDay}>
                  {seat.nextDay}
                </Button>
              )
            }
          />
        </div>
      )}
      <div className={css['stops']}>
        <Stops stops={train.stops} platform={train.platform} of={name} />
      </div>
    </>
  );
}
