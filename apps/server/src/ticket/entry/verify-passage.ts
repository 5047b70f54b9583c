// Verifies an entry or exit at a station for the railway's minutes. It cannot be undone; when two phones press at once, one succeeds.
import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf, QueryOf } from '@kippu/contract/call';
import type { start, TripType, verificationResult } from '@kippu/contract/calls/traveller/ticket';
import { nextStatus } from '@kippu/domain/ticket/life';
import {
  checkPassage,
  checkPassBack,
  isUsedUpByExit,
  passageStateAt,
  VERIFIED_CODE,
  verifiedUntil,
} from '@kippu/domain/ticket/entries';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { placesOf } from '../../station/product-places.ts';
import { requirePlace } from '../../station/require-place.ts';
import { findCancellableUntil } from './cancel-entry.ts';
import { isExitOnly, productOf } from '../record/ticket-answer.ts';
import * as entries from './ticket-entry-store.ts';
import { findTicket, insertEvents, lockTicket, type TicketView } from '../record/ticket-store.ts';
import { requireUsable } from '../bind/use-ticket.ts';

export type Passage = QueryOf<typeof start> & BodyOf<typeof start> & { readonly accountId: string };
interface StationDeps extends Pick<Deps, 'issuerKeys'> {
  readonly operator: OperatorData;
}

/** A verification as the contract's answer. `until` is when it can no longer be cancelled (epoch milliseconds); null for never. */
function recordAnswer(entry: entries.EntryRow, until: number | null): DataOf<typeof start> {
  return {
    recordId: entry.record_id,
    code: VERIFIED_CODE[entry.direction],
    stationId: entry.station_id,
    verifiedAt: wireTime(entry.verified_at),
    verifiedUntil: wireTime(entry.verified_until),
    ...(until === null ? {} : { cancellableUntil: wireTime(until) }),
  };
}

/** The same with its state at `now` (epoch milliseconds). */
export function resultAnswer(
  entry: entries.EntryRow,
  until: number | null,
  now: number,
): DataOf<typeof verificationResult> {
  const stored = { state: entry.state, until: entry.verified_until.getTime() };
  return { ...recordAnswer(entry, until), state: passageStateAt(stored, now) };
}

/** Locks the account's ticket. It must be in use, and either unexpired or left with an open exit. */
async function lockInUse(
  trx: Trx,
  { accountId, ticketId, direction }: Passage,
  now: number,
): Promise<TicketView> {
  if (!(await lockTicket(trx, accountId, ticketId))) throw new AppError('TKT-0001');
  const view = await findTicket(trx, accountId, ticketId);
  if (!view) throw new AppError('TKT-0001');
  if (direction === 'in' || !isExitOnly(view, now)) requireUsable(view, now);
  if (view.status !== 'inUse') throw new AppError('TKT-0006');
  return view;
}

async function isUsedUp(trx: Trx, view: TicketView): Promise<boolean> {
  const ended = await entries.countExits(trx, view.ticket_id);
  return isUsedUpByExit({ tripType: view.trip_type as TripType | null }, ended);
}

/**
 * Verifies an entry or exit. An exit closes the open entry and uses up a single ticket.
 *
 * @param now epoch milliseconds
 * @throws AppError SEAT-0013 no such station, TKT-0001 not the account's, TKT-0005, 0006 or 0007 not in use, SEAT-0010
 * the ticket opens no gate of that direction there, TKT-0008 entered already, TKT-0009 not entered, TKT-0021 passed this
 * station a moment ago, and what requirePlace throws
 */
export async function verifyPassage(
  trx: Trx,
  deps: StationDeps,
  passage: Passage,
  now: number,
): Promise<DataOf<typeof start>> {
  const { accountId, ticketId, stationId, direction, method } = passage;
  const station = deps.operator.stations.get(stationId);
  if (!station) throw new AppError('SEAT-0013');
  const view = await lockInUse(trx, passage, now);
  if (!placesOf(deps.operator, productOf(view))?.[direction].has(stationId)) throw new AppError('SEAT-0010');
  const allowed = checkPassage(direction, view.entry_at !== null);
  if (!allowed.ok) throw new AppError(allowed.code);
  const passedAt = await entries.findPassedAt(trx, ticketId, stationId);
  const { passBackMinutes } = deps.operator.settings.rules;
  const apart = checkPassBack(passedAt?.getTime() ?? null, now, passBackMinutes);
  if (!apart.ok) throw new AppError(apart.code, { values: apart.values ?? {} });
  requirePlace(deps.issuerKeys, station, passage, now);

  const usedUp = direction === 'out' && (await isUsedUp(trx, view));
  const next = usedUp ? nextStatus(view.status, 'finish') : { ok: true as const, status: view.status };
  if (!next.ok) throw new AppError(next.code);
  const at = await entries.momentAfter(trx, ticketId, now);
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
      ticket_id: ticketId,
      kind: direction === 'in' ? 'entry' : 'exit',
      code: VERIFIED_CODE[direction],
      from_status: view.status,
      to_status: next.status,
      station_id: stationId,
      method,
      actor: `account:${accountId}`,
      at,
      detail: JSON.stringify({ recordId: entry.record_id }),
    },
  ]);
  return recordAnswer(entry, await findCancellableUntil(trx, deps.operator.settings.rules, entry));
}
