// Seats that a partner holds.
import type { FastifyInstance } from 'fastify';
import { partnerHold, partnerHoldOf, partnerRelease, type PartnerHold } from '@kippu/contract/partner/holds';
import { epochToIso } from '@kippu/domain/time/service-day';
import type { Deps } from '../../platform/calls/app-context.ts';
import { lockAccountSeats } from '../../platform/db/locks.ts';
import { holdForPartner, type WantedSeats } from '../../reservation/partner/hold-for-partner.ts';
import {
  dropPartnerHolds,
  findPartnerHold,
  partnerLock,
} from '../../reservation/partner/partner-hold-store.ts';
import { bindPartnerRead, bindPartnerWrite } from '../api/bind-partner.ts';
import { PartnerProblem } from '../api/partner-problem.ts';
import { orderLimit, readSalesTerms } from '../catalogue/sellable.ts';

export function addHoldRoutes(scope: FastifyInstance, deps: Deps): void {
  bindPartnerWrite(scope, deps, partnerHold, async (trx, { body, operator, partner, now }) => {
    const { partnerId } = partner;
    const { seatsATrain } = await readSalesTerms(trx, operator, partnerId);
    const expiresAt = orderLimit(operator, now);
    const tooMany = (held: number) =>
      new PartnerProblem('seat-limit', { values: { held, max: seatsATrain ?? 0 } });
    const wanted = body as WantedSeats;
    const { holdId, ride, seats } = await holdForPartner(trx, operator, { partnerId, seatsATrain }, wanted, {
      now,
      expiresAt,
      tooMany,
    });
    return {
      holdId,
      departureId: ride.departureId,
      from: wanted.from,
      to: wanted.to,
      departAt: epochToIso(ride.departAt),
      arriveAt: epochToIso(ride.arriveAt),
      seats: [...seats],
      expiresAt: epochToIso(expiresAt),
    };
  });
  bindPartnerRead(scope, deps, partnerHoldOf, async ({ params, partner, now }): Promise<PartnerHold> => {
    const hold = await findPartnerHold(deps.db, partner.partnerId, params.holdId, now);
    if (!hold) throw new PartnerProblem('not-found');
    const time = (at: Date | null) => epochToIso((at ?? hold.created_at).getTime());
    return {
      holdId: hold.hold_id,
      departureId: hold.departure_id,
      from: hold.from_station,
      to: hold.to_station,
      departAt: time(hold.depart_at),
      arriveAt: time(hold.arrive_at),
      seats: hold.seats,
      expiresAt: time(hold.expires_at),
      ...(hold.order_id === null ? {} : { orderId: hold.order_id }),
    };
  });
  bindPartnerWrite(scope, deps, partnerRelease, async (trx, { params, partner, now }) => {
    await lockAccountSeats(trx, partnerLock(partner.partnerId));
    const hold = await findPartnerHold(trx, partner.partnerId, params.holdId, now);
    if (!hold) throw new PartnerProblem('not-found');
    if (hold.order_id !== null) throw new PartnerProblem('hold-unusable');
    await dropPartnerHolds(trx, partner.partnerId, [hold]);
    return { holdId: hold.hold_id, released: true as const };
  });
}
