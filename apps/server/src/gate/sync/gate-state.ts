// The state that a gate needs to decide offline: keys, revocations, passages at other gates, and the time.
import { createHmac } from 'node:crypto';
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { gateState } from '@kippu/contract/calls/gate/gate';
import { CANCEL_ENTRY_CODE, VERIFIED_CODE } from '@kippu/domain/ticket/entries';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import type { GateTable } from '../../platform/db/tables/tables.ts';
import type { Db } from '../../platform/db/database.ts';
import type { IssuerKeys } from '../../platform/keys/issuer-keys.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { listRevoked } from '../../ticket/certificate/revocations.ts';
import { answerKeyOf } from '../enrol/gate-auth.ts';
import { journeysOf, singleProductsOf } from '../store/journeys.ts';
import { productTableAnswer } from '../store/product-table.ts';
import * as store from '../store/gate-store.ts';

const DAY_MS = 24 * 3_600_000;
/** A certificate is valid for a day, so older revocations only make the reason more precise. */
const REVOKED_MS = 30 * DAY_MS;
const PASSED_MS = DAY_MS;
/** A gate that was away for longer gets the passages of this time. */
const MAX_PASSED_MS = 7 * DAY_MS;
/** A transaction that began before `since` may have committed after it. */
const OVERLAP_MS = 120_000;

/** Returns the proof of the time alone, for gates that do not know the header `gate-proof`. */
export function timeProof(secret: Uint8Array, nonce: string, serverNow: number): string {
  return createHmac('sha256', secret).update(`KQ1 time ${nonce} ${serverNow}`).digest('base64url');
}

/** Returns the state for a gate at `now` (epoch milliseconds). */
export async function gateStateAnswer(
  db: Db,
  { issuerKeys, operator }: { readonly issuerKeys: IssuerKeys; readonly operator: OperatorData },
  gate: GateTable,
  query: QueryOf<typeof gateState>,
  now: number,
): Promise<DataOf<typeof gateState>> {
  const asked = query.since === undefined ? null : wallToEpoch(query.since) - OVERLAP_MS;
  const since = {
    revoked: Math.max(asked ?? 0, now - REVOKED_MS),
    passed: Math.max(asked ?? now - PASSED_MS, now - MAX_PASSED_MS),
  };
  const revoked = await listRevoked(db, { since: since.revoked, now });
  const passed = await store.listPassed(db, gate.gate_id, { since: since.passed, now });
  const verified = await store.listVerified(db, { since: since.passed, now });
  const { rules } = operator.settings;
  const { products, productsVersion } = await productTableAnswer(db, operator);
  return {
    issuerKeys: issuerKeys.publicKeys.map((key) => ({ ...key })),
    revoked: revoked.map(({ ticketId, upTo }) => ({ ticketId, at: wireTime(upTo * 1000) })),
    passed: passed.map((row) => ({
      ticketId: row.ticket_id,
      direction: row.out ? ('out' as const) : ('in' as const),
      at: wireTime(row.at),
      single: journeysOf(row.trip_type) === 1,
      stationId: row.station_id,
    })),
    verified: verified.map((row) => ({
      ticketId: row.ticket_id,
      direction: row.code === VERIFIED_CODE.out ? ('out' as const) : ('in' as const),
      at: wireTime(row.at),
      single: journeysOf(row.trip_type) === 1,
      stationId: row.station_id ?? '',
      ...(row.code === CANCEL_ENTRY_CODE ? { cancelled: true } : {}),
    })),
    singleProducts: singleProductsOf(operator),
    ...(query.products === productsVersion ? {} : { products }),
    productsVersion,
    passBackSeconds: rules.passBackMinutes * 60,
    exitGraceSeconds: rules.exitGraceHours * 3600,
    serverTime: wireTime(now),
    serverNow: now,
    proof: timeProof(answerKeyOf(gate), query.nonce ?? '', now),
  };
}
