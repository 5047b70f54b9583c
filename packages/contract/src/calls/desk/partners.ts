// How managers keep partners: who sells, what, how much of it, and with which keys.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/partners.ts';
import { EmailText, Id, WireTime, text } from '../../fields.ts';
import { PARTNER_MODES, PARTNER_SCOPES } from '../../partner/partner-values.ts';

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
