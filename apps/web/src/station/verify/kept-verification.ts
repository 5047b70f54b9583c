// The last verification known to this phone. The screen for staff appears at once after a reload, even offline.
import { namesOf, type Names } from '@kippu/contract/names';
import type { DataOf } from '@kippu/contract/route-types';
import type { Station } from '@kippu/contract/calls/traveller/station';
import type { StartMethod } from '@kippu/contract/values';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import type { verificationResult } from '@kippu/contract/routes/traveller/ticket';
import { passageStateAt, VERIFIED_CODE, type PassageDirection } from '@kippu/domain/ticket/entries';
import { isWallTime, wallToEpoch } from '@kippu/domain/time/service-day';
import { useSyncExternalStore } from 'react';
import { localStore } from '../../app/storage/local-store.ts';
import { getSession } from '../../app/session/session.ts';

export type VerifiedRecord = DataOf<typeof verificationResult>;
/** The ticket data shown to staff. */
export type ShownTicket = Names<'productName'> & Pick<Ticket, 'ticketId' | 'ticketNo' | 'passengerCategory'>;
interface KeptVerification {
  /** The account's email; no other account can see the verification. */
  readonly owner: string;
  readonly record: VerifiedRecord;
  readonly method: StartMethod;
  readonly station: Station;
  readonly ticket: ShownTicket;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Parses stored data. Returns null if it is incomplete. */
export function readKept(stored: unknown): KeptVerification | null {
  if (!isObject(stored)) return null;
  const { owner, record, station, ticket, method } = stored;
  const whole =
    typeof owner === 'string' &&
    typeof method === 'string' &&
    isObject(record) &&
    typeof record['recordId'] === 'string' &&
    typeof record['verifiedUntil'] === 'string' &&
    isWallTime(record['verifiedUntil']) &&
    isObject(station) &&
    typeof station['stationId'] === 'string' &&
    isObject(ticket) &&
    typeof ticket['ticketId'] === 'string';
  return whole ? (stored as unknown as KeptVerification) : null;
}

const store = localStore<KeptVerification | null>('kippu.verified', readKept);

const ofOwner = (kept: KeptVerification | null) =>
  kept && kept.owner === getSession()?.member.email ? kept : undefined;

/** Stores a verification of the signed-in account. */
export function keepVerification(kept: Omit<KeptVerification, 'owner'>): void {
  const { ticketId, ticketNo, passengerCategory } = kept.ticket;
  const ticket = { ticketId, ticketNo, passengerCategory, ...namesOf(kept.ticket, 'productName') };
  store.set({ ...kept, ticket, owner: getSession()?.member.email ?? '' });
}

/** Updates the stored verification with a newer record from the server. */
export function renewKept(record: VerifiedRecord): void {
  const kept = store.get();
  const before = kept?.record;
  if (!kept || before?.recordId !== record.recordId) return;
  if (before.state !== record.state || before.cancellableUntil !== record.cancellableUntil)
    store.set({ ...kept, record });
}

/** Deletes the stored verification of a ticket that no longer belongs to the account. */
export function forgetVerification(ticketId: string): void {
  if (store.get()?.ticket.ticketId === ticketId) store.set(null);
}

/** The signed-in account's stored verification with this record id. */
export function keptVerification(recordId: string): KeptVerification | undefined {
  const kept = ofOwner(store.get());
  return kept?.record.recordId === recordId ? kept : undefined;
}

/** The ticket's last verification on this phone, in any state. */
export function useLastVerification(ticketId: string): KeptVerification | undefined {
  const kept = ofOwner(useSyncExternalStore(store.subscribe, store.get));
  return kept?.ticket.ticketId === ticketId ? kept : undefined;
}

/** The state of a record at `now` (epoch milliseconds). An open record expires without an answer of the server. */
export function stateAt(record: VerifiedRecord, now: number): VerifiedRecord['state'] {
  if (record.state === 'expired') return 'expired';
  return passageStateAt({ state: record.state, until: wallToEpoch(record.verifiedUntil) }, now);
}

/** Whether the traveller may cancel the entry at `now` (epoch milliseconds). Later, only staff can. */
export const isCancellable = ({ cancellableUntil }: VerifiedRecord, now: number): boolean =>
  cancellableUntil !== undefined && now < wallToEpoch(cancellableUntil);

/** Whether a record is an entry or an exit. */
export const directionOf = ({ code }: Pick<VerifiedRecord, 'code'>): PassageDirection =>
  code === VERIFIED_CODE.out ? 'out' : 'in';
