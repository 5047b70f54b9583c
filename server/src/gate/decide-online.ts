// The gate's decider at the server: the same function, with what the server knows at this moment.
import { Check } from 'typebox/value';
import type { BodyOf, DataOf } from '@kippu/contract/call';
import { Id } from '@kippu/contract/fields';
import type { gateDecide } from '@kippu/contract/gate';
import { openCertificate } from '@kippu/ticket-code/certificate';
import { decodeCode } from '@kippu/ticket-code/code-text';
import { decideCode } from '@kippu/ticket-code/decide-code';
import { PassedTickets } from '@kippu/ticket-code/passed-tickets';
import { RevokedTickets } from '@kippu/ticket-code/revoked-tickets';
import type { Db } from '../db/database.ts';
import type { GateTable } from '../db/tables.ts';
import { AppError } from '../http/app-error.ts';
import type { Deps } from '../http/deps.ts';
import { wireTime } from '../http/wire-time.ts';
import { findRevokedUpTo } from '../ticket/revocations.ts';
import { decidersKeys } from './check-certificates.ts';
import { findPassed } from './gate-store.ts';
import { journeysOf, singleProductsOf } from './journeys.ts';
import { nodeChecks } from './node-checks.ts';

/** Whether a text may be an id of ours; a forged certificate claims anything, also what the database cannot be asked for. */
const isId = (text: string): boolean => Check(Id, text);

/** What is known of the ticket that a text claims to be of, genuine or not; a text of another kind claims none. */
async function pastOf(db: Db, text: string) {
  const parts = decodeCode(text);
  const ticketId = parts && openCertificate(parts.certificate)?.certificate.ticketId;
  const [revoked, passed] = [new RevokedTickets(), new PassedTickets()];
  if (!ticketId || !isId(ticketId)) return { revoked, passed };
  const upTo = await findRevokedUpTo(db, ticketId);
  if (upTo !== null) revoked.note(ticketId, upTo);
  const known = await findPassed(db, ticketId);
  if (!known) return { revoked, passed };
  // A round trip whose last journey is over is as used up as a single one.
  const single = known.status === 'used' || journeysOf(known.kind, known.trip_type) === 1;
  for (const [direction, at] of [
    ['in', known.went_in],
    ['out', known.went_out],
  ] as const)
    if (at !== null) passed.note(ticketId, direction, Math.floor(at.getTime() / 1000), single);
  return { revoked, passed };
}

/**
 * Takes the gate, what it read, which way it works, and now (epoch milliseconds); gives the verdict and records nothing.
 * Throws AppError REQ-0001 for a direction that the gate was not enrolled for.
 */
export async function decideOnline(
  db: Db,
  { issuerKeys, operator }: Pick<Deps, 'issuerKeys' | 'operator'>,
  gate: GateTable,
  { text, direction = gate.direction }: BodyOf<typeof gateDecide>,
  now: number,
): Promise<DataOf<typeof gateDecide>> {
  if (gate.direction !== 'both' && direction !== gate.direction)
    throw new AppError('REQ-0001', { values: { field: 'direction' } });
  const decision = decideCode(
    text,
    {
      ...(await pastOf(db, text)),
      checks: nodeChecks,
      issuerKeys: decidersKeys(issuerKeys),
      singleProducts: new Set(singleProductsOf(operator)),
      direction,
      stationId: gate.station_id,
    },
    now,
  );
  if (decision.kind === 'go') return { verdict: 'go' };
  const { kind, reason, staleBySeconds, usedAt } = decision;
  return {
    verdict: kind,
    reason,
    ...(staleBySeconds === undefined ? {} : { staleBySeconds }),
    ...(usedAt === undefined ? {} : { usedAt: wireTime(usedAt * 1000) }),
  };
}
