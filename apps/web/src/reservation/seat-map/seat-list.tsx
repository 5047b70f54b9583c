// The seats as a list, for travellers who cannot use the map: the cars, and the rows of each that have free seats.
import { classWord } from '@kippu/client/operator-words';
import { ChevronDown, ChevronUp, Info, Luggage } from 'lucide-react';
import { useId, useState } from 'react';
import type { SeatCar } from '@kippu/contract/calls/traveller/train';
import { formatSeat } from '@kippu/domain/reservation/seat-name';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { CarFacilities } from './car-facilities.tsx';
import { runsOf } from '../journey/journey-plan.ts';
import { isNearLuggage, spotOf } from '../seats/seat-arrangement.ts';
import css from './seat-list.module.css';
import { choosableSeats, isChoosable } from '../seats/seat-selection.ts';
import { capital, seatSpoken } from '../seats/seat-words.ts';

interface Choice {
  readonly chosen: readonly string[];
  readonly onToggle: (seat: string) => void;
}
interface Props extends Choice {
  readonly cars: readonly SeatCar[];
  readonly nonReserved: readonly number[];
  /** The classes that the tickets cover; null if that is unknown. */
  readonly covered: ReadonlySet<string> | null;
  /** The car whose rows are shown. */
  readonly open: number;
  readonly onOpen: (car: number) => void;
}

export function SeatList({ cars, nonReserved, covered, open, onOpen, ...choice }: Props) {
  const { seat } = useMessages();
  const pieces = [
    ...cars.map((car) => ({
      at: car.car,
      piece: <Car car={car} covered={covered} open={open} onOpen={onOpen} {...choice} />,
    })),
    ...runsOf(nonReserved).map(({ first, last }) => ({
      at: first,
      piece: (
        <p className={css['noReservation']}>
          <Icon of={Info} />
          {seat.freeCars(first, last)}
        </p>
      ),
    })),
  ].toSorted((a, b) => a.at - b.at);
  return (
    <ul className={css['cars']}>
      {pieces.map(({ at, piece }) => (
        <li key={at} className={css['car']}>
          {piece}
        </li>
      ))}
    </ul>
  );
}

type CarProps = Choice & Pick<Props, 'covered' | 'open' | 'onOpen'> & { readonly car: SeatCar };

function Car({ car, covered, open, onOpen, ...choice }: CarProps) {
  const { seat } = useMessages();
  const language = useLanguage();
  const body = useId();
  const kind = classWord(car.class, language);
  const left = choosableSeats([car]).size;
  if (covered?.has(car.class) === false) {
    return (
      <>
        <h2 className={css['closed']}>
          {seat.car(car.car)} · {kind}
        </h2>
        <p className={css['why']}>{seat.classNotCovered}</p>
      </>
    );
  }
  const isOpen = open === car.car;
  return (
    <>
      <h2>
        <button
          type="button"
          className={css['head']}
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => onOpen(isOpen ? 0 : car.car)}
        >
          <span className="unseen">{seat.carSpoken(car.car, kind, left)}</span>
          <span className={css['number']} aria-hidden="true">
            {seat.car(car.car)}
          </span>
          <span className={css['about']} aria-hidden="true">
            {kind} · {left === 0 ? seat.full : seat.seatsFree(left)}
          </span>
          <Icon of={isOpen ? ChevronUp : ChevronDown} />
        </button>
      </h2>
      <div id={body} hidden={!isOpen} className={css['body']}>
        {isOpen && (
          <>
            <CarFacilities car={car} />
            {car.rows.map((row) => (
              <Row key={row.row} car={car} row={row} {...choice} />
            ))}
          </>
        )}
      </div>
    </>
  );
}

function Row({
  car,
  row: { row, seats },
  chosen,
  onToggle,
}: Choice & { readonly car: SeatCar; readonly row: SeatCar['rows'][number] }) {
  const { seat: words } = useMessages();
  const language = useLanguage();
  const title = useId();
  const [focused, setFocused] = useState<string | null>(null);
  // A seat taken while it has the focus stays until the focus leaves, so that screen reader users keep their place.
  const shown = seats.filter((place) => isChoosable(place) || place.letter === focused);
  if (shown.length === 0) return null;
  return (
    <div role="group" aria-labelledby={title} className={css['row']}>
      <h3 id={title} className={css['rowName']}>
        {capital(words.row(row), language)}
        {isNearLuggage(car, row) && (
          <span className={css['near']}>
            <Icon of={Luggage} size={16} />
            {words.nearLuggage}
          </span>
        )}
      </h3>
      <div
        className={css['seats']}
        style={{ gridTemplateColumns: car.letters.map((letter) => (letter ? '1fr' : '10px')).join(' ') }}
      >
        {shown.map((place) => {
          const { letter } = place;
          const seat = formatSeat({ car: car.car, row, letter });
          const isChosen = chosen.includes(seat);
          return (
            <button
              key={letter}
              type="button"
              className={`${css['seat']} ${isChosen ? css['chosen'] : ''}`}
              style={{ gridColumn: car.letters.indexOf(letter) + 1 }}
              aria-pressed={isChosen}
              aria-disabled={!isChoosable(place) || undefined}
              onFocus={() => setFocused(letter)}
              onBlur={() => setFocused(null)}
              onClick={() => isChoosable(place) && onToggle(seat)}
            >
              <span className="unseen">{seatSpoken(car, row, place, isChosen, words, language)}</span>
              <span className={css['letter']} aria-hidden="true">
                {letter}
              </span>
              <span className={css['spot']} aria-hidden="true">
                {isChosen ? words.chosen : words[spotOf(car.letters, letter)]}
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
}
