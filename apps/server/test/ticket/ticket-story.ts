// The history of a ticket's status, checked in tests of races and models.
import { expect } from 'vitest';
import type { Db } from '../../src/platform/db/database.ts';

/**
 * Expects that each event of the ticket begins with the status in which the one before ended, and that the last one
 * ended in the ticket's status. Returns that status.
 */
export async function statusAfterStory(db: Db, ticketId: string): Promise<string> {
  const { status } = await db
    .selectFrom('ticket')
    .select('status')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  const events = await db
    .selectFrom('ticket_event')
    .select(['from_status', 'to_status'])
    .where('ticket_id', '=', ticketId)
    .where('to_status', 'is not', null)
    .orderBy('event_id')
    .execute();
  expect(events.map((event) => event.from_status)).toEqual([
    null,
    ...events.slice(0, -1).map((event) => event.to_status),
  ]);
  expect(events.at(-1)?.to_status).toBe(status);
  return status;
}
