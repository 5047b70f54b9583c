// The seats this phone holds, told to all its tabs: a confirm address opened twice shows one hold, and how it ended.
import { useSyncExternalStore } from 'react';
import { wallToEpoch } from '@kippu/domain/service-day';
import type { DataOf } from '@kippu/contract/call';
import { seatRelease, type seatHold } from '@kippu/contract/seat-hold';
import { send } from '../app/api.ts';
import { localStore } from '../app/local-store.ts';
import { serverNow } from '../app/server-clock.ts';
import { getSession } from '../app/session.ts';
import { isRecord, recall, remember } from '../app/tab-memory.ts';

export interface Hold {
  readonly holdId: string;
  readonly seats: readonly string[];
  /** When it lapses, by the server's clock, epoch milliseconds. */
  readonly endsAt: number;
  /** Absent while it may still be confirmed; with the reservation it has become, or null for one given up. */
  readonly ended?: { readonly reservationId: string | null };
}
interface KeptHold extends Hold {
  readonly account: string;
  readonly ticketIds: readonly string[];
}
type Kept = Readonly<Record<string, KeptHold>>;

/** How long after its end a hold is still known as ended. */
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

/** The hold with this id as this phone and account know it; undefined when it was made elsewhere or is long over. */
export function recallHold(holdId: string): Hold | undefined {
  const hold = store.get()[holdId];
  return hold?.account === accountHere() ? hold : undefined;
}

/** As recallHold, renewed when any tab changes it. */
export const useHold = (holdId: string): Hold | undefined =>
  useSyncExternalStore(store.subscribe, () => recallHold(holdId));

const markOf = (holdId: string) => `kippu.held-here.${holdId}`;
/** Whether this tab took the hold: only where it was taken does leaving the page give it up. */
export const isHeldHere = (holdId: string): boolean => recall(markOf(holdId)) === true;

/** Keeps a hold that this tab has taken for these tickets. Older ones of any of them end: the server keeps one a ticket. */
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

/** Tells every tab that a hold is over: it has become this reservation, or (null) nothing. */
export function endHold(holdId: string, reservationId: string | null): void {
  const hold = store.reread()[holdId];
  if (hold && !hold.ended) store.set({ ...store.get(), [holdId]: { ...hold, ended: { reservationId } } });
}

/** Frees a living hold; a lost answer does not matter, since a hold lapses by itself. */
export async function releaseHold(holdId: string): Promise<void> {
  const hold = recallHold(holdId);
  if (!hold || hold.ended) return;
  endHold(holdId, null);
  await send(seatRelease, { body: { holdId }, keepalive: true }).catch(() => undefined);
}
