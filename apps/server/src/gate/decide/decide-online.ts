// Decides a code on the server: the gate's own decider, with what the server knows now.
import { Check } from 'typebox/value';
import type { BodyOf, DataOf } from '@kippu/contract/call';
import { Id } from '@kippu/contract/fields';
import type { gateDecide } from '@kippu/contract/calls/gate/gate';
import { openCertificate } from '@kippu/ticket-code/certificate/certificate';
import { decodeCode } from '@kippu/ticket-code/code/text';
import { decideCode } from '@kippu/ticket-code/decide/decide-code';
import { PassedTickets } from '@kippu/ticket-code/decide/passed-tickets';
import { RevokedTickets } from '@kippu/ticket-code/decide/revoked-tickets';
import type { Db } from '../../platform/db/database.ts';
import type { GateTable } from '../../platform/db/tables/tables.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import type { IssuerKeys } from '../../platform/keys/issuer-keys.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { findRevokedUpTo } from '../../ticket/certificate/revocations.ts';
import { findOpenEntryAt } from '../../ticket/entry/ticket-entry-store.ts';
import { decisionKeys } from './check-certificates.ts';
import { findPassed, findVerified } from '../store/gate-store.ts';
import { areJourneysOver } from '../passages/recompute-tickets.ts';
import { journeysOf, singleProductsOf } from '../store/journeys.ts';
import { nodeChecks } from './node-checks.ts';
import { readProductTable, type ProductTable } from '../store/product-table.ts';

/** Whether a text has the form of our ids. A forged certificate can claim any text, even one that the database refuses. */
const isId = (text: string): boolean => Check(Id, text);

/** Reads what is known about the ticket that a code claims to be, genuine or not. Another kind of text claims no ticket. */
async function pastOf(db: Db, operator: OperatorData, text: string) {
  const parts = decodeCode(text);
  const claimed = parts && openCertificate(parts.certificate)?.certificate;
  const past = {
    revoked: new RevokedTickets(),
    passed: new PassedTickets(),
    places: new Map() as ProductTable,
    openEntry: { at: null as number | null },
  };
  if (!claimed || !isId(claimed.ticketId) || !isId(claimed.productId)) return past;
  const { ticketId, productId } = claimed;
  const { revoked, passed } = past;
  const upTo = await findRevokedUpTo(db, ticketId);
  if (upTo !== null) revoked.note(ticketId, upTo);
  const places = await readProductTable(db, operator, [productId]);
  const known = await findPassed(db, ticketId);
  if (!known) return { ...past, places };
  const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);
  const entered = await findOpenEntryAt(db, ticketId);
  const verified = await findVerified(db, ticketId);
  const isOut = (row: { readonly out: boolean } | { readonly direction: 'in' | 'out' }) =>
    'out' in row ? row.out : row.direction === 'out';
  const lastExit = Math.max(
    0,
    ...[...known.passages, ...verified].map((row) => (isOut(row) ? row.at.getTime() : 0)),
  );
  // While nobody is inside, a transfer has ended an entry without an exit: the former owner's exit was set aside.
  const isOver = (row: Parameters<typeof isOut>[0] & { readonly at: Date }) =>
    entered === null && !isOut(row) && row.at.getTime() > lastExit && secondsOf(row.at) <= (upTo ?? 0);
  // A verified entry keeps a ticket in use after its last journey, for the exit. It is no reason to enter again.
  const isOverInside = () =>
    parts.direction === 'in' && entered !== null && lastExit > 0 ? areJourneysOver(db, ticketId) : false;
  // A round trip after its last journey is used up like a single ticket.
  const single = known.status === 'used' || journeysOf(known.trip_type) === 1 || (await isOverInside());
  for (const { out, at, station_id: stationId } of known.passages.filter((row) => !isOver(row)))
    passed.note(ticketId, { direction: out ? 'out' : 'in', at: secondsOf(at), single, stationId });
  for (const { direction, at, station_id: stationId } of verified.filter((row) => !isOver(row)))
    passed.noteVerified(ticketId, { direction, at: secondsOf(at), single, stationId });
  return { ...past, places, openEntry: { at: entered && secondsOf(entered) } };
}

/**
 * Decides the code that a gate read, and records nothing.
 *
 * @param now epoch milliseconds
 * @throws AppError REQ-0001 for a direction for which the gate was not enrolled
 */
export async function decideOnline(
  db: Db,
  { issuerKeys, operator }: { readonly issuerKeys: IssuerKeys; readonly operator: OperatorData },
  gate: GateTable,
  { text, direction = gate.direction }: BodyOf<typeof gateDecide>,
  now: number,
): Promise<DataOf<typeof gateDecide>> {
  if (gate.direction !== 'both' && direction !== gate.direction)
    throw new AppError('REQ-0001', { values: { field: 'direction' } });
  const decision = decideCode(
    text,
    {
      ...(await pastOf(db, operator, text)),
      checks: nodeChecks,
      issuerKeys: decisionKeys(issuerKeys),
      singleProducts: new Set(singleProductsOf(operator)),
      direction,
      stationId: gate.station_id,
      passBackSeconds: operator.settings.rules.passBackMinutes * 60,
      exitGraceSeconds: operator.settings.rules.exitGraceHours * 3600,
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
