// A partner's postings by day.
import type { FastifyInstance } from 'fastify';
import { partnerLedger } from '@kippu/contract/partner/reading';
import { epochToIso, isDate } from '@kippu/domain/time/service-day';
import type { Deps } from '../../platform/calls/app-context.ts';
import { cursorOf, placeOf } from '../../platform/wire/page-cursor.ts';
import { bindPartnerRead } from '../api/bind-partner.ts';
import { PartnerProblem } from '../api/partner-problem.ts';
import { listEntries } from './ledger-store.ts';

/** Decodes a cursor. Throws PartnerProblem where it is none of ours. */
function entryPlace(cursor: string): string {
  const [entryId] = placeOf(cursor, 1);
  if (typeof entryId !== 'string' || !/^\d{1,18}$/.test(entryId))
    throw new PartnerProblem('invalid-request', { places: [{ parameter: 'cursor' }] });
  return entryId;
}

export function addLedgerRoutes(scope: FastifyInstance, deps: Deps): void {
  bindPartnerRead(scope, deps, partnerLedger, async ({ partner, query }) => {
    const { from, until, cursor, limit = 50 } = query;
    for (const [parameter, date] of Object.entries({ from, until }))
      if (!isDate(date)) throw new PartnerProblem('invalid-request', { places: [{ parameter }] });
    const after = cursor === undefined ? '0' : entryPlace(cursor);
    const rows = await listEntries(deps.db, partner, { from, until, after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map((row) => ({
        entryId: row.entry_id,
        postingId: row.posting_id,
        orderId: row.order_id,
        passengerId: row.passenger_id,
        kind: row.kind,
        line: row.line,
        debit: row.debit,
        credit: row.credit,
        amount: Number(row.amount),
        currency: row.currency,
        taxRate: row.tax_rate,
        day: row.day,
        at: epochToIso(row.at.getTime()),
      })),
      ...(rows.length > limit && last ? { next: cursorOf(last.entry_id) } : {}),
    };
  });
}
