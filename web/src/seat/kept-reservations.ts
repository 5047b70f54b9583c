// Reservations as last seen, kept on the phone: car and seat must be readable on a platform without a network.
import type { Reservation } from '@kippu/contract/seat';
import { localStore } from '../app/local-store.ts';
import { getSession, onSessionChange } from '../app/session.ts';

interface Kept {
  readonly version: 1;
  /** Whose they are: another account never sees them. */
  readonly owner: string;
  readonly items: readonly Reservation[];
}
const NONE: Kept = { version: 1, owner: '', items: [] };

const store = localStore<Kept>('kippu.reservations', (stored) => {
  const kept = stored as Partial<Kept> | null | undefined;
  return kept?.version === 1 && typeof kept.owner === 'string' && Array.isArray(kept.items)
    ? { version: 1, owner: kept.owner, items: kept.items }
    : NONE;
});

const ownerNow = (): string => getSession()?.member.email ?? '';
onSessionChange(() => {
  if (store.get().owner !== ownerNow()) store.set(NONE);
});

const ownItems = (): readonly Reservation[] => (store.get().owner === ownerNow() ? store.get().items : []);
const keep = (items: readonly Reservation[]) => store.set({ version: 1, owner: ownerNow(), items });

/** Takes the whole list of what is to come, soonest first; it takes the place of what was kept. */
export const keepUpcoming = (items: readonly Reservation[]): void => keep(items);

/** Takes a reservation as the server shows it now; one that is over is not kept any longer. */
export function keepReservation(reservation: Reservation): void {
  const others = ownItems().filter((item) => item.reservationId !== reservation.reservationId);
  const items = reservation.state === 1 ? [...others, reservation] : others;
  keep(items.toSorted((a, b) => (a.departAt < b.departAt ? -1 : 1)));
}

export const keptReservations = (): readonly Reservation[] => ownItems();
export const keptReservation = (reservationId: string): Reservation | undefined =>
  ownItems().find((item) => item.reservationId === reservationId);
