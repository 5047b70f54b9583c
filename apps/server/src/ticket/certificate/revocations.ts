// Up to which second a ticket's certificates are worth nothing: what gates are told, and what new ones are issued after.
import type { Db } from '../db/database.ts';

/** What closes a ticket to certificates issued before; 'used' does not, since its exit itself ends it. */
const REVOKING = ['suspended', 'refunded', 'void', 'disused', 'reissued'] as const;

export const isRevoking = (status: string | null): boolean =>
  REVOKING.some((revoking) => revoking === status);

/** What ends the certificates that were issued before it and no others: a new owner, another phone of the same one. */
export const ENDING_KINDS = ['transfer', 'otherPhone'] as const;

export const endsCertificates = (kind: string): boolean => ENDING_KINDS.some((ending) => ending === kind);

/**
 * Takes the times of a ticket's revocations, oldest first; gives the last second (epoch, UTC) whose certificates they
 * end, null for none. A later one ends at least a second more than those before it: in one and the same second a ticket
 * may come to somebody, whose certificate is issued after that second, and be given on.
 */
export function revokedUpTo(times: readonly Date[]): number | null {
  return times.reduce<number | null>(
    (before, at) => Math.max(Math.floor(at.getTime() / 1000), before === null ? 0 : before + 1),
    null,
  );
}

const revocations = (db: Db) =>
  db
    .selectFrom('ticket_event')
    .select(['ticket_id', 'at'])
    .where((eb) => eb.or([eb('to_status', 'in', [...REVOKING]), eb('kind', 'in', [...ENDING_KINDS])]))
    .orderBy('event_id');

/** The last second (epoch, UTC) whose certificates of the ticket are revoked, or null. */
export async function findRevokedUpTo(db: Db, ticketId: string): Promise<number | null> {
  const rows = await revocations(db).where('ticket_id', '=', ticketId).execute();
  return revokedUpTo(rows.map(({ at }) => at));
}

/** The tickets revoked since a time (epoch milliseconds), each once, with the last second that counts (epoch, UTC). */
export async function listRevoked(
  db: Db,
  since: number,
): Promise<{ readonly ticketId: string; readonly upTo: number }[]> {
  const rows = await revocations(db)
    .where('ticket_id', 'in', (eb) =>
      eb
        .selectFrom('ticket_event')
        .select('ticket_id')
        .where('at', '>=', new Date(since))
        .where((or) => or.or([or('to_status', 'in', [...REVOKING]), or('kind', 'in', [...ENDING_KINDS])])),
    )
    .execute();
  const times = new Map<string, Date[]>();
  for (const { ticket_id: id, at } of rows) {
    const known = times.get(id);
    if (known) known.push(at);
    else times.set(id, [at]);
  }
  return [...times]
    .map(([ticketId, all]) => ({ ticketId, upTo: revokedUpTo(all) ?? 0 }))
    .toSorted((a, b) => a.upTo - b.upTo || (a.ticketId < b.ticketId ? -1 : 1));
}
