// Decides on a scanned text, at a gate without a network and at the server alike. Only their knowledge differs.
import type { GateDirection } from '@kippu/contract/values';
import type { Certificate } from '../certificate/payload.ts';
import type { Direction } from '../code/moment.ts';
import type { SignatureChecks } from '../crypto/signature-checks.ts';
import { verifyCode, type IssuerKey, type ProductPlaces, type RefusalReason } from './verify.ts';
import type { PassedTickets } from './passed-tickets.ts';
import type { RevokedTickets } from './revoked-tickets.ts';

export interface Knowledge {
  /** Faster signature checks, if the platform has them. Those of a browser are asynchronous, so the gate's page has none. */
  readonly checks?: SignatureChecks;
  readonly issuerKeys: readonly IssuerKey[];
  readonly singleProducts: ReadonlySet<string>;
  readonly revoked: RevokedTickets;
  readonly passed: PassedTickets;
  readonly direction: GateDirection;
  readonly stationId: string;
  /** Where each product opens gates, by product id. Undefined if no table is known: then the certificates decide alone. */
  readonly places?: ReadonlyMap<string, ProductPlaces> | undefined;
  /** A passage in the other direction at the same station within this time is for staff. 0 switches the rule off. */
  readonly passBackSeconds: number;
  /** How long after the validity an exit may be made. */
  readonly exitGraceSeconds: number;
  /**
   * When the ticket's open entry was made (epoch seconds), or null for none, as the server knows. A gate may not know
   * of the entry: without this field, a ticket may leave after its validity unless it is known to have left since.
   */
  readonly openEntry?: { readonly at: number | null };
}

/** A refusal that staff can resolve at once is 'staff', any other is 'stop'. */
export type Decision =
  | {
      readonly kind: 'go';
      readonly certificate: Certificate;
      readonly certificateBytes: Uint8Array;
      readonly direction: Direction;
      readonly skewSeconds: number;
      readonly single: boolean;
      /** An exit after the end of the validity. The server may know whether there was an entry. */
      readonly late: boolean;
    }
  | {
      readonly kind: 'stop' | 'staff';
      readonly reason: RefusalReason;
      readonly staleBySeconds?: number | undefined;
      readonly certificate?: Certificate | undefined;
      /** Only with 'used' and 'passBack': when it passed, epoch seconds. */
      readonly usedAt?: number | undefined;
    };

const FOR_STAFF: ReadonlySet<RefusalReason> = new Set([
  'keyExpired',
  'revoked',
  'clockAhead',
  'certificateExpired',
  'placeUnknown',
  'passBack',
]);

/**
 * Decides on anything that a reader saw. Never throws and records nothing.
 * @param now epoch milliseconds
 */
export function decideCode(text: unknown, knowledge: Knowledge, now: number): Decision {
  const { passed, revoked, direction: way, stationId, places, openEntry } = knowledge;
  const seconds = Math.floor(now / 1000);
  const asked: { direction?: Direction } = {};
  const here = { stationId, now: seconds, seconds: knowledge.passBackSeconds };
  const verdict = verifyCode(text, {
    now: seconds,
    issuerKeys: knowledge.issuerKeys,
    exitGraceSeconds: knowledge.exitGraceSeconds,
    isRevoked: (ticketId, issuedAt) => revoked.isRevoked(ticketId, issuedAt),
    isSeen: (ticketId, direction) => {
      asked.direction = direction;
      return passed.isUsed(ticketId, direction, { stationId, at: seconds });
    },
    ...(way === 'both' ? {} : { direction: way }),
    isPassBack: (ticketId, direction) => passed.passBack(ticketId, direction, here) !== undefined,
    mayStillLeave: (ticketId, validUntil) =>
      passed.isBeside(ticketId, 'out', { stationId, at: seconds }) ||
      (openEntry
        ? openEntry.at !== null && openEntry.at <= validUntil
        : !passed.hasLeftAfter(ticketId, validUntil)),
    place: stationId,
    ...(places ? { placesOf: (productId) => places.get(productId) } : {}),
    ...(knowledge.checks ? { checks: knowledge.checks } : {}),
  });
  if (verdict.ok) {
    const { certificate, certificateBytes, direction, skewSeconds, late } = verdict;
    const single = knowledge.singleProducts.has(certificate.productId);
    return { kind: 'go', certificate, certificateBytes, direction, skewSeconds, single, late };
  }
  const { reason, staleBySeconds, certificate, late } = verdict;
  const passedAt = () => {
    const { direction } = asked;
    if (!certificate || !direction) return undefined;
    const { ticketId } = certificate;
    if (reason === 'passBack') return passed.passBack(ticketId, direction, here);
    return reason === 'used' ? (passed.last(ticketId, direction) ?? passed.last(ticketId, 'out')) : undefined;
  };
  return {
    // A person who wants to leave after the end of the validity is inside: staff let them out.
    kind: FOR_STAFF.has(reason) || late ? 'staff' : 'stop',
    reason,
    staleBySeconds,
    certificate,
    usedAt: passedAt(),
  };
}
