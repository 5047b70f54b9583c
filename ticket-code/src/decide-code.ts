// From a text to a verdict, at a gate without a network and at the server alike: only what each knows differs.
import type { GateDirection } from '@kippu/contract/gate';
import type { Certificate } from './certificate-payload.ts';
import type { Direction } from './moment.ts';
import type { SignatureChecks } from './signature-checks.ts';
import { verifyCode, type IssuerKey, type RefusalReason } from './verify.ts';
import type { PassedTickets } from './passed-tickets.ts';
import type { RevokedTickets } from './revoked-tickets.ts';

export interface Knowledge {
  /** Faster signature checks where the platform has them; a browser's are asynchronous, so the gate's page has none. */
  readonly checks?: SignatureChecks;
  readonly issuerKeys: readonly IssuerKey[];
  readonly singleProducts: ReadonlySet<string>;
  readonly revoked: RevokedTickets;
  readonly passed: PassedTickets;
  readonly direction: GateDirection;
  readonly stationId: string;
}

/** What staff can put right at once is theirs ('staff'); the rest is a plain no ('stop'). */
export type Decision =
  | {
      readonly kind: 'go';
      readonly certificate: Certificate;
      readonly certificateBytes: Uint8Array;
      readonly direction: Direction;
      readonly skewSeconds: number;
      readonly single: boolean;
    }
  | {
      readonly kind: 'stop' | 'staff';
      readonly reason: RefusalReason;
      readonly staleBySeconds?: number | undefined;
      readonly certificate?: Certificate | undefined;
      /** With 'used': when it passed, epoch seconds. */
      readonly usedAt?: number | undefined;
    };

const FOR_STAFF: ReadonlySet<RefusalReason> = new Set([
  'keyExpired',
  'revoked',
  'clockAhead',
  'certificateExpired',
]);

/** Takes anything a reader saw and now (epoch milliseconds). Never throws and records nothing. */
export function decideCode(text: unknown, knowledge: Knowledge, now: number): Decision {
  const { passed, revoked, direction: way, stationId } = knowledge;
  const seconds = Math.floor(now / 1000);
  const asked: { direction?: Direction } = {};
  const verdict = verifyCode(text, {
    now: seconds,
    issuerKeys: knowledge.issuerKeys,
    isRevoked: (ticketId, issuedAt) => revoked.isRevoked(ticketId, issuedAt),
    isSeen: (ticketId, direction) => {
      asked.direction = direction;
      return passed.isUsed(ticketId, direction, seconds);
    },
    ...(way === 'both' ? {} : { direction: way }),
    place: stationId,
    ...(knowledge.checks ? { checks: knowledge.checks } : {}),
  });
  if (verdict.ok) {
    const { certificate, certificateBytes, direction, skewSeconds } = verdict;
    const single = knowledge.singleProducts.has(certificate.productId);
    return { kind: 'go', certificate, certificateBytes, direction, skewSeconds, single };
  }
  const { reason, staleBySeconds, certificate } = verdict;
  const usedAt =
    reason === 'used' && certificate && asked.direction
      ? (passed.last(certificate.ticketId, asked.direction) ?? passed.last(certificate.ticketId, 'out'))
      : undefined;
  return { kind: FOR_STAFF.has(reason) ? 'staff' : 'stop', reason, staleBySeconds, certificate, usedAt };
}
