// The seats of one car as keys: one tab stop, arrow keys inside, and a spoken name for each seat.
import { useRef, useState, type KeyboardEvent } from 'react';
import type { SeatCar, TrainEnd } from '@kippu/contract/calls/traveller/train';
import { formatSeat } from '@kippu/domain/reservation/seat-name';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import css from './seat-grid.module.css';
import { stepTo } from './seat-grid-keys.ts';
import { facingFront, isChoosable } from '../seats/seat-selection.ts';
import { seatSpoken } from '../seats/seat-words.ts';

export interface SeatGridProps {
  readonly car: SeatCar;
  /** The end of the car's rows at the front of the train. */
  readonly front: TrainEnd;
  readonly chosen: readonly string[];
  /** No seat of this car may be chosen. The reason is shown outside the grid. */
  readonly closed: boolean;
  readonly onToggle: (seat: string) => void;
}

export function SeatGrid({ car, front, chosen, closed, onToggle }: SeatGridProps) {
  const { seat: words } = useMessages();
  const language = useLanguage();
  const grid = useRef<HTMLDivElement>(null);
  const { letters, rows } = facingFront(car, front);
  const columns = letters.filter((letter) => letter !== '');
  const firstChosen = chosen.find((seat) => seat.startsWith(`${car.car}-`));
  const [focused, setFocused] = useState<string | null>(null);
  const start = formatSeat({ car: car.car, row: rows[0]?.row ?? 1, letter: columns[0] ?? 'A' });
  const stop = focused ?? firstChosen ?? start;
  const onKeyDown = (event: KeyboardEvent) => {
    const names = rows.map(({ row }) => columns.map((letter) => formatSeat({ car: car.car, row, letter })));
    const next = stepTo(names, stop, event.key);
    if (!next) return;
    event.preventDefault();
    setFocused(next);
    grid.current?.querySelector<HTMLElement>(`[data-seat='${next}']`)?.focus();
  };
  return (
    <div
      ref={grid}
      role="group"
      aria-label={words.car(car.car)}
      className={css['grid']}
      style={{ gridTemplateColumns: letters.map((letter) => (letter ? '1fr' : '0.72fr')).join(' ') }}
      onKeyDown={onKeyDown}
    >
      {rows.map(({ row, seats }) =>
        letters.map((letter, column) => {
          const place = seats.find((other) => other.letter === letter);
          if (letter === '' || !place) {
            return (
              <span key={`${row} ${column}`} className={css['aisle']} aria-hidden="true">
                {letter === '' ? row : ''}
              </span>
            );
          }
          const seat = formatSeat({ car: car.car, row, letter });
          const isChosen = chosen.includes(seat);
          const open = isChoosable(place) && !closed;
          const state = isChosen ? 'chosen' : open ? place.state : 'taken';
          return (
            <button
              key={seat}
              type="button"
              data-seat={seat}
              className={`${css['seat']} ${css[state]} ${place.facing === 'backward' ? css['backward'] : ''}`}
              tabIndex={seat === stop ? 0 : -1}
              aria-pressed={isChosen}
              // Not `disabled`: the arrow keys must be able to cross it, and its name says that it is taken.
              aria-disabled={!open || undefined}
              aria-label={seatSpoken(car, row, place, isChosen, words, language)}
              onFocus={() => setFocused(seat)}
              onClick={() => open && onToggle(seat)}
            >
              {state === 'taken' ? '×' : letter}
            </button>
          );
        }),
      )}
    </div>
  );
}
