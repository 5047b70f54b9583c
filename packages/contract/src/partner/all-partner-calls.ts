// Every call of the partner API in one list: the server binds each, tests walk them.
import * as holds from './holds.ts';
import * as orders from './orders.ts';
import * as reading from './reading.ts';
import { partnerReconciliation } from './reconciliation.ts';
import type { PartnerCall } from './partner-call.ts';

export const ALL_PARTNER_CALLS: readonly PartnerCall[] = [
  reading.partnerProducts,
  reading.partnerTrains,
  reading.partnerSeats,
  reading.partnerOffers,
  reading.partnerEvents,
  reading.partnerLedger,
  partnerReconciliation,
  holds.partnerHold,
  holds.partnerHoldOf,
  holds.partnerRelease,
  orders.partnerOrder,
  orders.partnerOrders,
  orders.partnerOrderOf,
  orders.partnerConfirm,
  orders.partnerCancel,
  orders.partnerFulfilment,
  orders.partnerRefund,
  orders.partnerExchange,
];
