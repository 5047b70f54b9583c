// A partner's events by cursor.
import type { FastifyInstance } from 'fastify';
import { partnerEvents } from '@kippu/contract/partner/reading';
import type { Deps } from '../../platform/calls/app-context.ts';
import { placeOf } from '../../platform/wire/page-cursor.ts';
import { bindPartnerRead } from '../api/bind-partner.ts';
import { PartnerProblem } from '../api/partner-problem.ts';
import { eventBody } from './event-body.ts';
import { listEvents, type EventPlace } from './event-store.ts';

const wrongPlace = () => new PartnerProblem('invalid-request', { places: [{ parameter: 'after' }] });
const NUMBER = /^\d{1,18}$/;

/** Decodes a cursor. Throws PartnerProblem where it is none of ours. */
function eventPlace(cursor: string): EventPlace {
  let place: readonly unknown[];
  try {
    place = placeOf(cursor, 3);
  } catch {
    throw wrongPlace();
  }
  const [era, tx, eventId] = place;
  const isWhole = typeof era === 'number' && Number.isInteger(era) && era >= 0 && era < 2 ** 31;
  if (!isWhole || typeof tx !== 'string' || typeof eventId !== 'string') throw wrongPlace();
  if (!NUMBER.test(tx) || !NUMBER.test(eventId)) throw wrongPlace();
  return { era, tx, eventId };
}

export function addEventRoutes(scope: FastifyInstance, deps: Deps): void {
  bindPartnerRead(scope, deps, partnerEvents, async ({ partner, query }) => {
    const after = query.after === undefined ? undefined : eventPlace(query.after);
    const rows = await listEvents(deps.db, partner, { after, limit: query.limit ?? 50, isShown: true });
    const items = rows.map(eventBody);
    const next = items.at(-1)?.cursor ?? query.after;
    return { items, ...(next === undefined ? {} : { next }) };
  });
}
