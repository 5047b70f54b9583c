// The seats chosen on a map: kept in the tab; dropped and reported when somebody else takes them.
import { isUsualClass } from '@kippu/client/operator-words';
import type { SeatCar } from '@kippu/contract/calls/traveller/train';
import { useEffect, useState } from 'react';
import { currentPlace } from '../../app/router/router.ts';
import { choosableSeats, dropLost, firstCar, ownSeats, toggleSeat } from '../seats/seat-selection.ts';
import { recallSeats, rememberSeats } from '../journey/session-memory.ts';

/** Returns the chosen seats and the car that is shown. `cars` is the current state, `wanted` the number of seats. */
export function useChosenSeats(cars: readonly SeatCar[], wanted: number) {
  // The address is fixed at the start: it changes before this screen unmounts.
  const [address] = useState(() => currentPlace().address);
  const choosable = choosableSeats(cars);
  const own = ownSeats(cars);
  // Null until a seat is tapped: a traveller who changes one seat of three need not choose the other two again.
  const [picked, setPicked] = useState<readonly string[] | null>(() => {
    const { kept } = dropLost(recallSeats(address), choosable);
    return kept.length > 0 ? kept.slice(-wanted) : null;
  });
  const chosen = picked ?? own;
  const [lost, setLost] = useState<readonly string[]>([]);
  const [firstShown] = useState(() => firstCar(cars, wanted, chosen, isUsualClass));
  const [carPicked, setCarPicked] = useState<number | null>(null);
  const carShown =
    carPicked ?? (own.length > 0 ? firstCar(cars, wanted, chosen, isUsualClass) : firstShown) ?? 0;
  const now = dropLost(chosen, choosable);
  if (now.lost.length > 0) {
    setLost(now.lost);
    setPicked(now.kept);
  }
  useEffect(() => {
    if (picked) rememberSeats(address, picked);
  }, [address, picked]);
  return {
    /** The seats of the reservation that is being changed. */
    own,
    chosen,
    /** Chosen seats that somebody else has taken. */
    lost,
    carShown,
    showCar: setCarPicked,
    toggle: (seat: string) => {
      setLost([]);
      setPicked(toggleSeat(chosen, seat, wanted));
      // Deselecting a seat does not switch to another car.
      setCarPicked(carShown);
    },
    /** Stores seats that the server chose, for a traveller who returns here. */
    remember: (seats: readonly string[]) => rememberSeats(address, seats),
  };
}
