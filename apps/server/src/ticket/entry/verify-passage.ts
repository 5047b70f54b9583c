// Verifies an entry or exit at a station, for five minutes: irreversible, and of two phones that press at once one succeeds.
import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf, QueryOf } from '@kippu/contract/call';
import type { start, TripType, verificationResult } from '@kippu/contract/ticket';
import { nextStatus } from '@kippu/domain/ticket-life';
import {
  checkPassage,
  isUsedUpByExit,
  JOURNEY_ENDS,
  passageStateAt,
  VERIFIED_CODE,
  verifiedUntil,
} from '@kippu/domain/ticket-entry';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Deps } from '../http/deps.ts';
import { wireTime } from '../http/wire-time.ts';
import type { StationsOf } from '../station/covered-stations.ts';
import { requirePlace } from '../station/require-place.ts';
import { productOf } from './ticket-answer.ts';
import * as entries from './ticket-entry-store.ts';
import { findTicket, insertEvents, lockTicket, type TicketView } from './ticket-store.ts';
import { requireUsable } from './use-ticket.ts';

export type Passage = QueryOf<typeof start> & BodyOf<typeof start> & { readonly accountId: string };
export interface Stations {
  readonly deps: Pick<Deps, 'operator' | 'issuerKeys'>;
  readonly stationsOf: StationsOf;
}

/** A verification as the wire shows it. */
function recordAnswer(entry: entries.EntryRow): DataOf<typeof start> {
  return {
    recordId: entry.record_id,
    code: VERIFIED_CODE[entry.direction],
    stationId: entry.station_id,
    verifiedAt: wireTime(entry.verified_at),
    verifiedUntil: wireTime(entry.verified_until),
  };
}

/** The same with what became of it at `now` (epoch milliseconds). */
export function resultAnswer(entry: entries.EntryRow, now: number): DataOf<typeof verificationResult> {
  const stored = { state: entry.state, until: entry.verified_until.getTime() };
  return { ...recordAnswer(entry), state: passageStateAt(stored, now) };
}

/** The account's ticket, locked, in use and unexpired. */
async function lockInUse(trx: Trx, { accountId, ticketId }: Passage, now: number): Promise<TicketView> {
  if (!(await lockTicket(trx, accountId, ticketId))) throw new AppError('TKT-0001');
  const view = await findTicket(trx, accountId, ticketId);
  if (!view) throw new AppError('TKT-0001');
  requireUsable(view, now);
  if (view.status !== 'inUse') throw new AppError('TKT-0006');
  return view;
}

async function isUsedUp(trx: Trx, view: TicketView): Promise<boolean> {
  const ended = await entries.countEvents(trx, view.ticket_id, JOURNEY_ENDS);
  return isUsedUpByExit({ kind: view.kind, tripType: view.trip_type as TripType | null }, ended);
}

/**
 * Verifies at `now` (epoch milliseconds); an exit closes the entry and uses up a single ticket. Throws AppError: SEAT-0013
 * no such station, TKT-0001 not the account's, TKT-0005, 0006 or 0007 not in use, SEAT-0010 the ticket does not cover the
 * station, TKT-0008 entered already, TKT-0009 not entered, and what requirePlace refuses.
 */
export async function verifyPassage(
  trx: Trx,
  { deps, stationsOf }: Stations,
  passage: Passage,
  now: number,
): Promise<DataOf<typeof start>> {
  const { accountId, ticketId, stationId, direction, method } = passage;
  const station = deps.operator.stations.get(stationId);
  if (!station) throw new AppError('SEAT-0013');
  const view = await lockInUse(trx, passage, now);
  if (!stationsOf(productOf(view)).has(stationId)) throw new AppError('SEAT-0010');
  const state = await entries.findStationState(trx, ticketId);
  const allowed = checkPassage(direction, state.inside);
  if (!allowed.ok) throw new AppError(allowed.code);
  requirePlace(deps.issuerKeys, station, passage, now);

  const usedUp = direction === 'out' && (await isUsedUp(trx, view));
  const next = usedUp ? nextStatus(view.status, 'finish') : { ok: true as const, status: view.status };
  if (!next.ok) throw new AppError(next.code);
  const at = entries.momentAfter(state, now);
  if (!(await entries.stampPassage(trx, { accountId, ticketId }, { direction, at, usedUp })))
    throw new AppError('TKT-0006');
  if (direction === 'out') await entries.passOpenEntries(trx, ticketId, now);
  const record = { record_id: randomUUID(), ticket_id: ticketId, station_id: stationId, direction, method };
  const until = new Date(verifiedUntil(now));
  const entry = {
    ...record,
    state: 'open' as const,
    verified_at: at,
    verified_until: until,
    closed_at: null,
  };
  await entries.insertEntry(trx, entry);
  await insertEvents(trx, [
    {
      ...{ ticket_id: ticketId, kind: direction === 'in' ? 'entry' : 'exit', code: VERIFIED_CODE[direction] },
      ...{ from_status: view.status, to_status: next.status, station_id: stationId, method },
      ...{ actor: `account:${accountId}`, at },
      detail: JSON.stringify({ recordId: entry.record_id }),
    },
  ]);
  return recordAnswer(entry);
}
