// Decides whether a code is genuine and valid now, for staff on board. It uses nothing up: no gate, no direction, no passage.
import type { Certificate } from '@kippu/ticket-code/certificate/payload';
import type { Knowledge } from '@kippu/ticket-code/decide/decide-code';
import { verifyCode, type RefusalReason } from '@kippu/ticket-code/decide/verify';

export type OnBoard =
  | { readonly ok: true; readonly certificate: Certificate; readonly skewSeconds: number }
  | {
      readonly ok: false;
      readonly reason: RefusalReason;
      /** Present once both signatures are valid. */
      readonly certificate: Certificate | null;
      readonly staleBySeconds?: number | undefined;
      /** Only with 'used': when it left a station, epoch seconds. */
      readonly usedAt?: number | undefined;
    };

/**
 * Verifies a scanned text with the gate's verifier, without place and direction: passengers on board have entered. A ticket for one journey that has left
 * a station is used. Never throws and records nothing.
 * @param now epoch milliseconds
 */
export function checkOnBoard(
  text: unknown,
  {
    issuerKeys,
    revoked,
    passed,
    singleProducts,
    exitGraceSeconds,
  }: Pick<Knowledge, 'issuerKeys' | 'revoked' | 'passed' | 'singleProducts' | 'exitGraceSeconds'>,
  now: number,
): OnBoard {
  const verdict = verifyCode(text, {
    now: Math.floor(now / 1000),
    issuerKeys,
    exitGraceSeconds,
    isRevoked: (ticketId, issuedAt) => revoked.isRevoked(ticketId, issuedAt),
    isSeen: () => false,
    mayStillLeave: (ticketId, validUntil) => !passed.hasLeftAfter(ticketId, validUntil),
  });
  if (!verdict.ok) {
    const { reason, certificate = null, staleBySeconds } = verdict;
    return { ok: false, reason, certificate, staleBySeconds };
  }
  const { certificate, skewSeconds } = verdict;
  const usedAt = singleProducts.has(certificate.productId)
    ? passed.last(certificate.ticketId, 'out')
    : undefined;
  return usedAt === undefined
    ? { ok: true, certificate, skewSeconds }
    : { ok: false, reason: 'used', certificate, usedAt };
}
