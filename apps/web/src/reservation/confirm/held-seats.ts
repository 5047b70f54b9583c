// The seats held by this phone, shared between its tabs: a confirm address opened twice shows the same hold.
import { useSyncExternalStore } from 'react';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import type { DataOf } from '@kippu/contract/route-types';
import { seatRelease, type seatHold } from '@kippu/contract/routes/traveller/seat-hold';
import { send } from '../../app/call/api.ts';
import { localStore } from '../../app/storage/local-store.ts';
import { serverNow } from '../../app/clock/server-clock.ts';
import { getSession } from '../../app/session/session.ts';
import { isRecord, recall, remember } from '../../app/storage/tab-memory.ts';

export interface Hold {
  readonly holdId: string;
  readonly seats: readonly string[];
  /** When the hold expires, by the server's clock in epoch milliseconds. */
  readonly endsAt: number;
  /** Absent while the hold may be confirmed. Then the reservation that it became, or null if it was given up. */
  readonly ended?: { readonly reservationId: string | null };
}
interface KeptHold extends Hold {
  readonly account: string;
  readonly ticketIds: readonly string[];
}
type Kept = Readonly<Record<string, KeptHold>>;

/** How long an ended hold is remembered. */
const KEPT_MS = 3_600_000;

const accountHere = (): string => getSession()?.member.email ?? '';

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

function readHold(holdId: string, stored: unknown): KeptHold | null {
  if (!isRecord(stored)) return null;
  const { seats, ticketIds, endsAt, account, ended } = stored;
  if (typeof endsAt !== 'number' || typeof account !== 'string') return null;
  const become = isRecord(ended) ? ended['reservationId'] : undefined;
  const outcome = isRecord(ended)
    ? { ended: { reservationId: typeof become === 'string' ? become : null } }
    : {};
  return { holdId, seats: textsOf(seats), ticketIds: textsOf(ticketIds), endsAt, account, ...outcome };
}

const store = localStore<Kept>('kippu.holds', (stored) => {
  const holds = isRecord(stored) ? Object.entries(stored) : [];
  return Object.fromEntries(
    holds.flatMap(([holdId, value]) => {
      const hold = readHold(holdId, value);
      return hold && hold.endsAt > serverNow() - KEPT_MS ? [[holdId, hold]] : [];
    }),
  );
});

/** Returns the hold of this account, or undefined if it was taken on another phone or ended long ago. */
export function recallHold(holdId: string): Hold | undefined {
  const hold = store.get()[holdId];
  return hold?.account === accountHere() ? hold : undefined;
}

/** Like recallHold, and updates when any tab changes the hold. */
export const useHold = (holdId: string): Hold | undefined =>
  useSyncExternalStore(store.subscribe, () => recallHold(holdId));

const markOf = (holdId: string) => `kippu.held-here.${holdId}`;
/** Whether this tab took the hold. Only then does leaving the page release it. */
export const isHeldHere = (holdId: string): boolean => recall(markOf(holdId)) === true;

/** Stores a hold that this tab took for these tickets. It ends their older holds: the server keeps one per ticket. */
export function rememberHold(held: DataOf<typeof seatHold>, ticketIds: readonly string[]): void {
  const { holdId, seats, expiresAt } = held;
  remember(markOf(holdId), true);
  const known = Object.values(store.reread());
  for (const older of known) {
    if (older.ticketIds.some((ticketId) => ticketIds.includes(ticketId))) endHold(older.holdId, null);
  }
  const hold = { holdId, seats, ticketIds, endsAt: wallToEpoch(expiresAt), account: accountHere() };
  store.set({ ...store.get(), [holdId]: hold });
}

/** Marks a hold as ended in every tab: it became this reservation, or (null) none. */
export function endHold(holdId: string, reservationId: string | null): void {
  const hold = store.reread()[holdId];
  if (hold && !hold.ended) store.set({ ...store.get(), [holdId]: { ...hold, ended: { reservationId } } });
}

/** Ends this phone's holds of a ticket that no longer belongs to the account. */
export function endHoldsOf(ticketId: string): void {
  for (const hold of Object.values(store.reread()))
    if (hold.ticketIds.includes(ticketId)) endHold(hold.holdId, null);
}

/** Releases an open hold. A lost answer does not matter, because the hold expires by itself. */
export async function releaseHold(holdId: string): Promise<void> {
  const hold = recallHold(holdId);
  if (!hold || hold.ended) return;
  endHold(holdId, null);
  await send(seatRelease, { body: { holdId }, keepalive: true }).catch(() => undefined);
}
