// Seats that are refunded because their train was very late.
import { lateMinutes } from '../live/late-minutes.ts';
import { theRules } from '../rules.ts';

/** Whether a seat of a class is refunded when its train arrives so many seconds late where the traveller leaves it. */
export function isSeatRefunded(carClass: string, seconds: number): boolean {
  const rule = theRules().lateSeatRefund;
  if (!rule || !Object.hasOwn(rule, carClass)) return false;
  return lateMinutes(seconds) >= (rule[carClass] ?? Number.POSITIVE_INFINITY);
}

/** Whether all seats of a reservation would be refunded: then it may be given up although booking has closed. False without seats. */
export const areAllRefunded = (carClasses: readonly string[], seconds: number): boolean =>
  carClasses.length > 0 && carClasses.every((carClass) => isSeatRefunded(carClass, seconds));
