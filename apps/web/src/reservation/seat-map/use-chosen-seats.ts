// The seats chosen on a map: kept in the tab, dropped and told when somebody else is quicker.
import type { SeatCar } from '@kippu/contract/train';
import { useEffect, useState } from 'react';
import { currentPlace } from '../app/router.ts';
import { choosableSeats, dropLost, firstCar, ownSeats, toggleSeat } from './seat-selection.ts';
import { recallSeats, rememberSeats } from './session-memory.ts';

/** Takes the cars as they are now and how many seats are wanted; gives what is chosen and the car that is shown. */
export function useChosenSeats(cars: readonly SeatCar[], wanted: number) {
  // Leaving changes the address before this screen goes.
  const [address] = useState(() => currentPlace().address);
  const choosable = choosableSeats(cars);
  const own = ownSeats(cars);
  // Null until a seat is tapped: who changes one seat of three need not choose the other two again.
  const [picked, setPicked] = useState<readonly string[] | null>(() => {
    const { kept } = dropLost(recallSeats(address), choosable);
    return kept.length > 0 ? kept.slice(-wanted) : null;
  });
  const chosen = picked ?? own;
  const [lost, setLost] = useState<readonly string[]>([]);
  const [firstShown] = useState(() => firstCar(cars, wanted, chosen));
  const [carPicked, setCarPicked] = useState<number | null>(null);
  const carShown = carPicked ?? (own.length > 0 ? firstCar(cars, wanted, chosen) : firstShown) ?? 0;
  const now = dropLost(chosen, choosable);
  if (now.lost.length > 0) {
    setLost(now.lost);
    setPicked(now.kept);
  }
  useEffect(() => {
    if (picked) rememberSeats(address, picked);
  }, [address, picked]);
  return {
    /** The seats of the reservation that is changed. */
    own,
    chosen,
    /** What was chosen and is somebody else's now. */
    lost,
    carShown,
    showCar: setCarPicked,
    toggle: (seat: string) => {
      setLost([]);
      setPicked(toggleSeat(chosen, seat, wanted));
      // Letting a seat of one car go does not turn to another.
      setCarPicked(carShown);
    },
    /** Keeps seats that the server has chosen, for who comes back here. */
    remember: (seats: readonly string[]) => rememberSeats(address, seats),
  };
}
