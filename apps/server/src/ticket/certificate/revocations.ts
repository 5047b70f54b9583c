// Computes up to which second a ticket's certificates are revoked. Gates receive it, and new certificates are issued after it.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { rowsByValues } from '../../platform/db/pipeline/pipeline.ts';
import { slicesSince } from '../../platform/db/time-slices.ts';

/** Statuses that revoke all earlier certificates. 'used' does not revoke: the exit itself ends the certificate. */
const REVOKING = ['suspended', 'refunded', 'void', 'disused', 'reissued'] as const;

export const isRevoking = (status: string | null): boolean =>
  REVOKING.some((revoking) => revoking === status);

/** Events that revoke earlier certificates only: a new owner, or another phone of the same owner. */
export const ENDING_KINDS = ['transfer', 'otherPhone'] as const;

export const endsCertificates = (kind: string): boolean => ENDING_KINDS.some((ending) => ending === kind);

/**
 * Returns the last second (epoch, UTC) whose certificates are revoked; null for none. Each revocation reaches at least
 * one second further than the one before it: a ticket may be received, certified and transferred again within one
 * second, and the certificate is issued after that second.
 * @param times the ticket's revocations, oldest first
 */
export function revokedUpTo(times: readonly Date[]): number | null {
  return times.reduce<number | null>(
    (before, at) => Math.max(Math.floor(at.getTime() / 1000), before === null ? 0 : before + 1),
    null,
  );
}

const literals = (words: readonly string[]) => sql.join(words.map((word) => sql.lit(word)));
/** Literals, as in the index `ticket_event_revoking`, which is used only where PostgreSQL sees that the conditions agree. */
const isRevocation = sql<boolean>`(to_status in (${literals(REVOKING)}) or kind in (${literals(ENDING_KINDS)}))`;

const revocations = (db: Db) =>
  db.selectFrom('ticket_event').select(['ticket_id', 'at']).where(isRevocation).orderBy('event_id');

/** Returns the last second (epoch, UTC) whose certificates of the ticket are revoked, or null. */
export async function findRevokedUpTo(db: Db, ticketId: string): Promise<number | null> {
  const rows = await revocations(db).where('ticket_id', '=', ticketId).execute();
  return revokedUpTo(rows.map(({ at }) => at));
}

/** A transfer of a ticket. */
export interface Transfer {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The last second (epoch, UTC) whose certificates are the sender's, or an earlier owner's. */
  readonly upTo: number;
  readonly from: string | null;
  readonly to: string | null;
}

/** Lists the transfers of each of the tickets that was transferred, the oldest first. */
export async function listTransfers(
  db: Db,
  ticketIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Transfer[]>> {
  if (ticketIds.length === 0) return new Map();
  const rows = await revocations(db)
    .select('kind')
    .select(sql<string | null>`detail ->> 'from'`.as('from'))
    .select(sql<string | null>`detail ->> 'to'`.as('to'))
    .where('ticket_id', 'in', [...ticketIds])
    .execute();
  const times = new Map<string, Date[]>();
  const transfers = new Map<string, Transfer[]>();
  for (const { ticket_id: id, kind, at, from, to } of rows) {
    const known = [...(times.get(id) ?? []), at];
    times.set(id, known);
    if (kind !== 'transfer') continue;
    const transfer = { at: at.getTime(), upTo: revokedUpTo(known) ?? 0, from, to };
    transfers.set(id, [...(transfers.get(id) ?? []), transfer]);
  }
  return transfers;
}

/** A month's revocations are more than one statement may read. */
const SLICE_MS = 24 * 3_600_000;

/** Lists the tickets revoked since `since` (epoch milliseconds), each once, with the last revoked second (epoch, UTC). */
export async function listRevoked(
  db: Db,
  { since, now }: { readonly since: number; readonly now: number },
): Promise<{ readonly ticketId: string; readonly upTo: number }[]> {
  const upTo = new Map<string, number>();
  for (const { from, to } of slicesSince(since, now, SLICE_MS)) {
    const revoked = revocations(db).where('ticket_id', 'in', (eb) =>
      eb
        .selectFrom('ticket_event')
        .select('ticket_id')
        .where('at', '>=', from)
        .$if(to !== null, (query) => query.where('at', '<', to))
        .where(isRevocation),
    );
    // All revocations of each ticket, also those of other slices.
    const times = new Map<string, Date[]>();
    for (const { ticket_id: id, at } of await rowsByValues(db, revoked)) {
      const known = times.get(id);
      if (known) known.push(at);
      else times.set(id, [at]);
    }
    for (const [id, all] of times) upTo.set(id, revokedUpTo(all) ?? 0);
  }
  return [...upTo]
    .map(([ticketId, second]) => ({ ticketId, upTo: second }))
    .toSorted((a, b) => a.upTo - b.upTo || (a.ticketId < b.ticketId ? -1 : 1));
}
