// How managers keep partners: who sells, what, how much of it, with which keys, and where it gets its events as webhooks; and how they reconcile with them and close months.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/partners.ts';
import { MAX_ENDPOINT_URL, WEBHOOK_TOPICS } from '../../partner/webhook-topics.ts';
import { Count, Cursor, EmailText, Id, page, text, WireDate, WireMonth, WireTime } from '../../fields.ts';
import { PARTNER_MODES, PARTNER_SCOPES } from '../../partner/partner-values.ts';
import { monthSums } from '../../partner/reconciliation.ts';

const Limit = Type.Integer({ minimum: 1, maximum: 100_000 });

export const PartnerKey = strict({
  keyId: Type.String(),
  mode: Type.Enum([...PARTNER_MODES]),
  scopes: Type.Array(Type.Enum([...PARTNER_SCOPES])),
  /** The key's last four characters. */
  hint: Type.String(),
  createdAt: WireTime,
  /** To the minute. Absent if it was never used. */
  lastUsedAt: Type.Optional(WireTime),
  closedAt: Type.Optional(WireTime),
});
export type PartnerKey = Static<typeof PartnerKey>;

const PartnerProduct = strict({
  productId: Id,
  /** The most tickets that it sells on one day; absent for no limit. */
  ticketsADay: Type.Optional(Limit),
});

const terms = {
  name: text(100, 1),
  /** An email. */
  contact: EmailText,
  /** Every product, without a limit; `products` is then empty. */
  sellsAll: Type.Boolean(),
  products: Type.Array(PartnerProduct, { maxItems: 100 }),
  /** The most seats on one train that it holds, or that no traveller has added yet; absent for no limit. */
  seatsATrain: Type.Optional(Limit),
};

export const Partner = strict({
  partnerId: Type.String(),
  ...terms,
  /** Empty for the partner that was made of the former key, until somebody writes it. */
  contact: Type.String(),
  /** Whether its keys also make the desk's calls of sales systems. */
  deskCalls: Type.Boolean(),
  createdAt: WireTime,
  closedAt: Type.Optional(WireTime),
  /** The open keys first, each part the newest first. */
  keys: Type.Array(PartnerKey),
  /** Changes with its terms. */
  version: Type.String(),
});
export type Partner = Static<typeof Partner>;

/** All partners with their keys: open ones first, then by name. */
export const deskPartners = defineCall(routes.deskPartners, { data: strict({ items: Type.Array(Partner) }) });

/** REQ-0001: also for a name without a visible character, an unknown or repeated product. DESK-0013: another open partner has the name. */
export const deskAddPartner = defineCall(routes.deskAddPartner, {
  body: strict(terms),
  data: Partner,
  refusals: ['REQ-0001', 'DESK-0013'],
});

/** DESK-0001: the partner was changed since `version`. DESK-0013: another open partner has the name. */
export const deskChangePartner = defineCall(routes.deskChangePartner, {
  body: strict({ partnerId: Id, version: text(64, 1), ...terms }),
  data: Partner,
  refusals: ['REQ-0001', 'REQ-0005', 'DESK-0001', 'DESK-0013'],
});

/** Closes a partner with all its keys, for good. Its orders stay. */
export const deskClosePartner = defineCall(routes.deskClosePartner, {
  body: strict({ partnerId: Id, version: text(64, 1) }),
  data: Partner,
  refusals: ['REQ-0005', 'DESK-0001'],
});

/**
 * Makes a key. It appears in this answer only. DESK-0014: two keys of the partner are open; close the old one first. DESK-0001: the
 * partner is closed.
 */
export const deskMakePartnerKey = defineCall(routes.deskMakePartnerKey, {
  body: strict({
    partnerId: Id,
    scopes: Type.Array(Type.Enum([...PARTNER_SCOPES]), {
      minItems: 1,
      maxItems: PARTNER_SCOPES.length,
      uniqueItems: true,
    }),
  }),
  data: strict({ partner: Partner, keyId: Type.String(), key: Type.String() }),
  refusals: ['REQ-0005', 'DESK-0001', 'DESK-0014'],
});

/** Closes a key for good, at once. Closing a closed one changes nothing. */
export const deskClosePartnerKey = defineCall(routes.deskClosePartnerKey, {
  body: strict({ partnerId: Id, keyId: Id }),
  data: Partner,
  refusals: ['REQ-0005'],
});

/**
 * Why a month cannot be closed. `notOver`: it is not over. `earlierOpen`: an earlier one is open. `underWay`: an order of it can still be
 * confirmed. `disagrees`: the check found faults. `nothing`: the partner has no posting up to this month.
 */
const HINDRANCES = ['notOver', 'earlierOpen', 'underWay', 'disagrees', 'nothing'] as const;
export type Hindrance = (typeof HINDRANCES)[number];

/**
 * What the check of a ledger finds. `accounts`: the sum of all accounts is not zero. `order`: the postings of an order do not agree with its
 * state. `currency`: they are in another currency than the railway's. `day`: they are on another day than their act. `closing`: a closed
 * month does not agree with its record.
 */
const LEDGER_FAULTS = ['accounts', 'order', 'currency', 'day', 'closing'] as const;

const LedgerFault = strict({ what: Type.Enum([...LEDGER_FAULTS]), orderId: Type.Optional(Type.String()) });
export type LedgerFault = Static<typeof LedgerFault>;

export const DeskReconciliation = strict({
  partnerId: Type.String(),
  name: Type.String(),
  ...monthSums,
  /** From the month of the first posting to the present one, the newest first. */
  months: Type.Array(strict({ month: Type.String(), closed: Type.Boolean() })),
  closed: Type.Optional(
    strict({ at: WireTime, by: Type.String(), entries: Type.Integer(), hash: Type.String() }),
  ),
  /** Absent for a closed month, and for one that can be closed. */
  hindrance: Type.Optional(Type.Enum([...HINDRANCES])),
  /** Empty where all postings of the month agree. At most 20 of a kind. */
  faults: Type.Array(LedgerFault),
  /** Changes with each posting of the month, and with its closing. */
  version: Type.String(),
});
export type DeskReconciliation = Static<typeof DeskReconciliation>;

/** REQ-0005: no such partner. */
export const deskReconciliation = defineCall(routes.deskReconciliation, {
  query: strict({ partnerId: Id, month: WireMonth }),
  data: DeskReconciliation,
  refusals: ['REQ-0005'],
});

const LedgerAct = strict({
  entryId: Type.String(),
  at: WireTime,
  kind: Type.Enum(['sale', 'refund', 'exchange', 'void']),
  orderId: Type.String(),
  /** The partner's own number of the order. */
  reference: Type.String(),
  ticketNo: Type.Optional(Type.String()),
  /** The price with its tax; negative where it was given back. */
  amount: Type.Integer(),
  /** With its tax. */
  fee: Type.Integer(),
  /** The tax in both. */
  tax: Type.Integer(),
  /** In hundredths of a percent. */
  taxRate: Type.Integer(),
  /** The day of the act, where its month was closed before it was posted. */
  actDay: Type.Optional(Type.String()),
  /** The day of the sale that is given back. */
  soldOn: Type.Optional(Type.String()),
});
export type LedgerAct = Static<typeof LedgerAct>;

/** The postings of a day, one item for each ticket and act, in their order. REQ-0001: also for a day that does not exist, or a wrong cursor. */
export const deskReconciliationEntries = defineCall(routes.deskReconciliationEntries, {
  query: strict({ partnerId: Id, day: WireDate, cursor: Type.Optional(Cursor) }),
  data: page(LedgerAct),
  refusals: ['REQ-0001', 'REQ-0005'],
});

/** Closes a month for good. DESK-0001: it was posted to, or closed, since `version`. DESK-0015: it cannot be closed yet (`Hindrance`). */
export const deskCloseMonth = defineCall(routes.deskCloseMonth, {
  body: strict({ partnerId: Id, month: WireMonth, version: text(64, 1) }),
  data: DeskReconciliation,
  refusals: ['REQ-0005', 'DESK-0001', 'DESK-0015'],
});

/** What an endpoint is, as a manager writes it. */
const endpointTerms = {
  /** HTTPS, to a public host name. */
  url: text(MAX_ENDPOINT_URL, 1),
  /** Which events it gets; empty for all, also what is added later. */
  topics: Type.Array(Type.Enum([...WEBHOOK_TOPICS]), { maxItems: WEBHOOK_TOPICS.length, uniqueItems: true }),
};

export const Webhook = strict({
  endpointId: Type.String(),
  ...endpointTerms,
  /** Whether events are sent; `disabled` after it accepted none for days, or by a manager. */
  state: Type.Enum(['open', 'disabled']),
  createdAt: WireTime,
  /** When it accepted an event last. */
  deliveredAt: Type.Optional(WireTime),
  /** Since when it has accepted none that were tried, and why: `answered 500`, `timeout`. */
  failingSince: Type.Optional(WireTime),
  reason: Type.Optional(Type.String()),
  disabledAt: Type.Optional(WireTime),
  /** Events that it has not accepted, and since when the oldest waits. */
  waiting: Count,
  waitingSince: Type.Optional(WireTime),
  /** After a rotation: until when the former secret signs too. */
  formerSecretUntil: Type.Optional(WireTime),
});
export type Webhook = Static<typeof Webhook>;

const ofEndpoint = { partnerId: Id, endpointId: Id };

/** A partner's endpoints, the oldest first, and the public key that signs beside their secrets. REQ-0005: no such partner. */
export const deskWebhooks = defineCall(routes.deskWebhooks, {
  query: strict({ partnerId: Id }),
  data: strict({ items: Type.Array(Webhook), publicKey: Type.String() }),
  refusals: ['REQ-0005'],
});

/**
 * Adds an endpoint, which gets the events from now on. Its secret appears in this answer only. REQ-0001: an address that is not allowed, or too many
 * endpoints. DESK-0001: the partner is closed.
 */
export const deskAddWebhook = defineCall(routes.deskAddWebhook, {
  body: strict({ partnerId: Id, ...endpointTerms }),
  data: strict({ webhook: Webhook, secret: Type.String() }),
  refusals: ['REQ-0001', 'REQ-0005', 'DESK-0001'],
});

/** Changes an endpoint. What waits already goes to the new address. */
export const deskChangeWebhook = defineCall(routes.deskChangeWebhook, {
  body: strict({ ...ofEndpoint, ...endpointTerms }),
  data: Webhook,
  refusals: ['REQ-0001', 'REQ-0005'],
});

/**
 * `on`: sends again, what waits at once. `off`: sends nothing, and keeps what waits. `close`: removes it for good. `endFormerSecret`: only the
 * newest secret signs.
 */
export const deskSwitchWebhook = defineCall(routes.deskSwitchWebhook, {
  body: strict({ ...ofEndpoint, act: Type.Enum(['on', 'off', 'close', 'endFormerSecret']) }),
  data: Webhook,
  refusals: ['REQ-0005'],
});

/** Makes another secret, which appears in this answer only. The former one signs too for days. DESK-0014: there are two already. */
export const deskRotateWebhookSecret = defineCall(routes.deskRotateWebhookSecret, {
  body: strict(ofEndpoint),
  data: strict({ webhook: Webhook, secret: Type.String() }),
  refusals: ['REQ-0005', 'DESK-0014'],
});

/** Sends an event of the kind `webhook.test` at once, once. */
export const deskTestWebhook = defineCall(routes.deskTestWebhook, {
  body: strict(ofEndpoint),
  data: strict({
    accepted: Type.Boolean(),
    /** Why not: `answered 500`, `timeout`. */
    reason: Type.Optional(Type.String()),
  }),
  refusals: ['REQ-0005'],
});

/**
 * Sends the log again from an event, by the id of its message, or from the first one at a time or later. What waits is in it. REQ-0001: no such
 * event.
 */
export const deskReplayWebhook = defineCall(routes.deskReplayWebhook, {
  body: strict({ ...ofEndpoint, from: Type.Optional(WireTime), messageId: Type.Optional(text(64, 1)) }),
  data: Webhook,
  refusals: ['REQ-0001', 'REQ-0005'],
});
