// What a gate has to know to decide alone: keys, revocations, what passed elsewhere, and the right time.
import { createHmac } from 'node:crypto';
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { gateState } from '@kippu/contract/gate';
import { isWallTime, wallToEpoch } from '@kippu/domain/service-day';
import type { GateTable } from '../db/tables.ts';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Deps } from '../http/deps.ts';
import { wireTime } from '../http/wire-time.ts';
import { listRevoked } from '../ticket/revocations.ts';
import { journeysOf, singleProductsOf } from './journeys.ts';
import * as store from './gate-store.ts';

const DAY_MS = 24 * 3_600_000;
/** A certificate lives a day, so older revocations only make the reason more exact. */
const REVOKED_MS = 30 * DAY_MS;
const PASSED_MS = DAY_MS;
/** What was written before `since` may have been committed after it. */
const OVERLAP_MS = 120_000;

/** The HMAC that lets a gate trust the time it is told: keyed by the hash that only the server and the gate know. */
export function timeProof(keyHash: string, nonce: string, serverNow: number): string {
  return createHmac('sha256', Buffer.from(keyHash, 'hex'))
    .update(`KQ1 time ${nonce} ${serverNow}`)
    .digest('base64url');
}

/** Takes the gate, its query and now (epoch milliseconds); gives the state. Throws AppError REQ-0001 on a wrong date. */
export async function gateStateAnswer(
  db: Db,
  { issuerKeys, operator }: Pick<Deps, 'issuerKeys' | 'operator'>,
  gate: GateTable,
  query: QueryOf<typeof gateState>,
  now: number,
): Promise<DataOf<typeof gateState>> {
  if (query.since !== undefined && !isWallTime(query.since))
    throw new AppError('REQ-0001', { values: { field: 'since' } });
  // No gate has asked before 1970: an earlier time would leave the database's calendar.
  const since = query.since === undefined ? null : Math.max(0, wallToEpoch(query.since) - OVERLAP_MS);
  const revoked = await listRevoked(db, since ?? now - REVOKED_MS);
  const passed = await store.listPassed(db, gate.gate_id, since ?? now - PASSED_MS);
  return {
    issuerKeys: issuerKeys.publicKeys.map((key) => ({ ...key })),
    revoked: revoked.map(({ ticketId, upTo }) => ({ ticketId, at: wireTime(upTo * 1000) })),
    passed: passed.map((row) => ({
      ticketId: row.ticket_id,
      direction: row.out ? ('out' as const) : ('in' as const),
      at: wireTime(row.at),
      single: journeysOf(row.kind, row.trip_type) === 1,
    })),
    singleProducts: singleProductsOf(operator),
    serverTime: wireTime(now),
    serverNow: now,
    proof: timeProof(gate.key_hash, query.nonce ?? '', now),
  };
}
