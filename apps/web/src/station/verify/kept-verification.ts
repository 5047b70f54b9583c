// The last verification as this phone knows it: the screen for staff is there at once after a reload, also offline.
import type { DataOf } from '@kippu/contract/call';
import type { Station } from '@kippu/contract/station';
import type { StartMethod, Ticket, verificationResult } from '@kippu/contract/ticket';
import { passageStateAt, VERIFIED_CODE, type PassageDirection } from '@kippu/domain/ticket-entry';
import { isWallTime, wallToEpoch } from '@kippu/domain/service-day';
import { useSyncExternalStore } from 'react';
import { localStore } from '../app/local-store.ts';
import { getSession } from '../app/session.ts';

export type VerifiedRecord = DataOf<typeof verificationResult>;
/** What staff see of the ticket. */
export type ShownTicket = Pick<
  Ticket,
  | 'ticketId'
  | 'ticketNo'
  | 'passengerCategory'
  | 'productNameJp'
  | 'productNameEn'
  | 'productNameKr'
  | 'productNameCn'
  | 'productNameTC'
>;
interface KeptVerification {
  /** The account's email; another account never sees it. */
  readonly owner: string;
  readonly record: VerifiedRecord;
  readonly method: StartMethod;
  readonly station: Station;
  readonly ticket: ShownTicket;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Takes whatever was stored; gives it when it is whole. */
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

/** Keeps a verification of the signed-in account. */
export function keepVerification(kept: Omit<KeptVerification, 'owner'>): void {
  const { ticketId, ticketNo, passengerCategory, ...names } = kept.ticket;
  const { productNameJp, productNameEn, productNameKr, productNameCn, productNameTC } = names;
  const ticket = {
    ...{ ticketId, ticketNo, passengerCategory },
    ...{ productNameJp, productNameEn, productNameKr, productNameCn, productNameTC },
  };
  store.set({ ...kept, ticket, owner: getSession()?.member.email ?? '' });
}

/** Takes the server's newer word on a record; the kept one follows. */
export function renewKept(record: VerifiedRecord): void {
  const kept = store.get();
  if (kept?.record.recordId === record.recordId && kept.record.state !== record.state)
    store.set({ ...kept, record });
}

/** The kept verification with this record id, of the signed-in account. */
export function keptVerification(recordId: string): KeptVerification | undefined {
  const kept = ofOwner(store.get());
  return kept?.record.recordId === recordId ? kept : undefined;
}

/** The ticket's last verification on this phone, whatever has become of it. */
export function useLastVerification(ticketId: string): KeptVerification | undefined {
  const kept = ofOwner(useSyncExternalStore(store.subscribe, store.get));
  return kept?.ticket.ticketId === ticketId ? kept : undefined;
}

/** What has become of a record at `now` (epoch milliseconds): its time runs out on the phone too. */
export function stateAt(record: VerifiedRecord, now: number): VerifiedRecord['state'] {
  if (record.state === 'expired') return 'expired';
  return passageStateAt({ state: record.state, until: wallToEpoch(record.verifiedUntil) }, now);
}

/** Whether a record is of entering or of leaving. */
export const directionOf = ({ code }: Pick<VerifiedRecord, 'code'>): PassageDirection =>
  code === VERIFIED_CODE.out ? 'out' : 'in';
