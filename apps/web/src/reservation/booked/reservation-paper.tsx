// A reservation as a paper ticket: the train above, car and seats on the stub.
import { classWord, isUsualClass } from '@kippu/client/operator-words';
import { Ban, CircleCheck, TrainFront, TriangleAlert, type LucideIcon } from 'lucide-react';
import { Fragment } from 'react';
import { nameIn } from '@kippu/contract/names';
import { RESERVATION_STATE } from '@kippu/contract/values';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { betweenUnits, formatDay } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { Paper } from '../../ui/layout/paper.tsx';
import { JourneyTimes } from '../journey/journey-times.tsx';
import { disruptionWords } from '../../ticket/view/disrupted.ts';
import { LiveLine } from '../journey/live-line.tsx';
import { shownTimes } from '../journey/live-times.ts';
import css from './reservation-paper.module.css';
import { seatsByCar } from '../seats/seat-selection.ts';

const STATES: Readonly<
  Record<Reservation['state'], { key: keyof typeof RESERVATION_STATE; icon: LucideIcon }>
> = {
  1: { key: 'reserved', icon: CircleCheck },
  2: { key: 'cancelled', icon: Ban },
  3: { key: 'departed', icon: TrainFront },
};

interface Props {
  readonly reservation: Reservation;
  /** Large, for a screen about this one reservation. */
  readonly large?: boolean;
  /** Also shows the state of an upcoming reservation. The state of one that is over is always shown. */
  readonly withState?: boolean;
}

export function ReservationPaper({ reservation, large = false, withState = false }: Props) {
  const { seat } = useMessages();
  const language = useLanguage();
  const { key, icon } = STATES[reservation.state];
  const { disruption } = reservation;
  const words = disruptionWords(reservation, seat, language);
  const over = reservation.state !== RESERVATION_STATE.reserved;
  const gone = disruption?.kind === 'cancelled';
  const booked = disruption && { departAt: disruption.bookedDepartAt, arriveAt: disruption.bookedArriveAt };
  return (
    <Paper faded={over || gone} stub={<CarAndSeats reservation={reservation} large={large} />}>
      <div className={css['body']}>
        {/* On a screen about one reservation, a box above shows this. */}
        {disruption && words && !over && !large && (
          <p className={`${css['state']} ${css[disruption.kind]}`}>
            <Icon of={disruption.kind === 'restored' ? CircleCheck : TriangleAlert} size={18} />
            {words.title}
          </p>
        )}
        {(over || (withState && !disruption)) && (
          <p className={`${css['state']} ${css[key]}`}>
            <Icon of={icon} size={18} />
            {seat.state[key]}
          </p>
        )}
        <div className={css['top']}>
          <h2 className={large ? css['one'] : css['train']}>
            {seat.train(nameIn(reservation, 'trainName', language), reservation.trainNo)}
          </h2>
          <span className={css['day']}>{formatDay(reservation.departAt, language)}</span>
        </div>
        <JourneyTimes
          {...reservation}
          {...(gone ? {} : shownTimes(reservation))}
          platform={undefined}
          before={booked ?? reservation}
          gone={gone}
          size={large ? 'display' : 'time'}
        />
        {!over && !gone && (
          <LiveLine ride={reservation} from={reservation.from} to={reservation.to} announced={large} />
        )}
      </div>
    </Paper>
  );
}

function CarAndSeats({ reservation, large }: { readonly reservation: Reservation; readonly large: boolean }) {
  const { seat } = useMessages();
  const language = useLanguage();
  const { disruption } = reservation;
  const lost = (car: number, place: string) =>
    disruption?.kind === 'cancelled' || disruption?.seatsGone?.includes(`${car}-${place}`) === true;
  const cars = seatsByCar(reservation.seats.map(({ seatInfo }) => seatInfo));
  const classIn = (car: number) => {
    const carClass = reservation.seats.find(({ seatInfo }) => seatInfo.startsWith(`${car}-`))?.carClass;
    return carClass === undefined || isUsualClass(carClass) ? '' : ` · ${classWord(carClass, language)}`;
  };
  return (
    <div className={`${css['stub']} ${large ? css['large'] : ''}`}>
      {cars.map(({ car, seats }, index) => (
        <dl key={car} className={css['facts']}>
          <div>
            <dt>{`${seat.carWord}${classIn(car)}`}</dt>
            <dd className={`${css['big']} ${seats.every((place) => lost(car, place)) ? css['lost'] : ''}`}>
              {car}
            </dd>
          </div>
          <div className={css['wide']}>
            <dt>{seat.seatsWord(seats.length)}</dt>
            <dd className={css['big']}>
              {seats.map((place, at) => (
                <Fragment key={place}>
                  {at > 0 && betweenUnits(language)}
                  {lost(car, place) ? <s className={css['lost']}>{place}</s> : place}
                </Fragment>
              ))}
            </dd>
          </div>
          {index === 0 && reservation.platform && (
            <div>
              <dt>{seat.platform}</dt>
              <dd className={css['big']}>{reservation.platform}</dd>
            </div>
          )}
        </dl>
      ))}
    </div>
  );
}
