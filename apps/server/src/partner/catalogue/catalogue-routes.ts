// What a partner reads before it sells.
import type { FastifyInstance } from 'fastify';
import { partnerOffers, partnerProducts, partnerSeats, partnerTrains } from '@kippu/contract/partner/reading';
import type { Offer, PartnerProduct } from '@kippu/contract/partner/reading';
import { textsOf } from '@kippu/contract/names';
import { epochToIso } from '@kippu/domain/time/service-day';
import type { Deps } from '../../platform/calls/app-context.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';
import type { PartnerIdentity } from '../../session/partner-key.ts';
import { stationOf } from '../../reservation/timetable/departure.ts';
import { bindPartnerRead } from '../api/bind-partner.ts';
import { PartnerProblem } from '../api/partner-problem.ts';
import { listSeatsForPartner, listTrainsForPartner } from './list-trains-for-partner.ts';
import { offerIdOf } from './offer-id.ts';
import {
  isOnSale,
  latestUseBy,
  offerLimit,
  pricesAnswer,
  pricesOf,
  readSalesTerms,
  rulesAnswer,
} from './sellable.ts';

function productAnswer(operator: OperatorData, product: Product): PartnerProduct {
  const place = (stationId: string) => ({
    stationId,
    name: textsOf(stationOf(operator, stationId), 'stationName'),
  });
  const { sale } = product;
  return {
    productId: product.productId,
    name: textsOf(product, 'productName'),
    notes: textsOf(product, 'notes'),
    days: product.days,
    reservations: product.reservations,
    sections: product.sections.map(({ from, to }) => ({ from: place(from), to: place(to) })),
    carClasses: product.carClasses,
    ...(sale?.from === undefined ? {} : { saleFrom: sale.from }),
    ...(sale?.until === undefined ? {} : { saleUntil: sale.until }),
    prices: pricesAnswer(operator, pricesOf(operator, product)),
    ...rulesAnswer(operator, product),
  };
}

function offerAnswer(
  operator: OperatorData,
  { keys }: Pick<Deps, 'keys'>,
  partner: PartnerIdentity,
  product: Product,
  now: number,
): Offer {
  const prices = pricesOf(operator, product);
  const validUntil = offerLimit(operator, product, now);
  const terms = {
    productId: product.productId,
    prices: [...prices].map(([category, { price }]) => [category, price] as const),
    validUntil,
  };
  return {
    offerId: offerIdOf(keys, partner, terms),
    productId: product.productId,
    validUntil: epochToIso(validUntil),
    useBy: latestUseBy(product, now),
    prices: pricesAnswer(operator, prices),
    ...rulesAnswer(operator, product),
  };
}

export function addCatalogueRoutes(scope: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  bindPartnerRead(scope, deps, partnerProducts, async ({ operator, partner }) => {
    const { products } = await readSalesTerms(db, operator, partner.partnerId);
    return { items: [...products.values()].map(({ product }) => productAnswer(operator, product)) };
  });
  bindPartnerRead(scope, deps, partnerTrains, ({ operator, query, now }) =>
    listTrainsForPartner(db, operator, query, now),
  );
  bindPartnerRead(scope, deps, partnerSeats, ({ operator, params, query, now }) =>
    listSeatsForPartner(db, operator, params.departureId, query, now),
  );
  bindPartnerRead(scope, deps, partnerOffers, async ({ operator, partner, query, now }) => {
    const { products } = await readSalesTerms(db, operator, partner.partnerId);
    const { productId } = query;
    const sold = [...products.values()]
      .map(({ product }) => product)
      .filter(
        (product) => isOnSale(product, now) && (productId === undefined || productId === product.productId),
      );
    if (productId !== undefined && sold.length === 0)
      throw new PartnerProblem('product-not-sold', { places: [{ parameter: 'productId' }] });
    return { items: sold.map((product) => offerAnswer(operator, deps, partner, product, now)) };
  });
}
