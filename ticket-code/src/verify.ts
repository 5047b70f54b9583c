// The one decider, online and at the gate: may this code pass now, and if not, the first reason why.
import type { CodeRefusal } from '@kippu/contract/gate';
import { CODE_SKEW_SECONDS } from '@kippu/contract/limits';
import type { Certificate } from './certificate-payload.ts';
import { isSignedBy, openCertificate, type OpenedCertificate } from './certificate.ts';
import { decodeCode } from './code-text.ts';
import { isMomentSignedBy, type Direction } from './moment.ts';
import type { SignatureChecks } from './signature-checks.ts';

/** A server's key. It counts only from `notBefore` to `notAfter`, both included, in epoch seconds, UTC. */
export interface IssuerKey {
  kid: string;
  /** Ed25519, 32 bytes. */
  publicKey: Uint8Array;
  notBefore: number;
  notAfter: number;
}

/** Whether the key counts at that time, epoch seconds, UTC; never for NaN. */
export const countsAt = (key: IssuerKey, time: number): boolean =>
  time >= key.notBefore && time <= key.notAfter;

/** Takes an opened certificate and the known keys; gives the key that signed it, or undefined. Never throws. */
export function issuerOf<K extends IssuerKey>(
  opened: OpenedCertificate,
  issuerKeys: readonly K[],
  checks?: SignatureChecks,
): K | undefined {
  return issuerKeys.find((key) => key.kid === opened.kid && isSignedBy(opened, key.publicKey, checks));
}

/** What the decider knows besides the code. */
export interface VerifyContext {
  /** The verifier's time: epoch seconds, UTC. */
  now: number;
  issuerKeys: readonly IssuerKey[];
  /** Whether the ticket's certificates issued at that time (epoch seconds, UTC) are revoked. */
  isRevoked: (ticketId: string, issuedAt: number) => boolean;
  /** Whether the ticket has passed here in that direction already. */
  isSeen: (ticketId: string, direction: Direction) => boolean;
  /** Faster checks of the platform; without them the portable ones decide. */
  checks?: SignatureChecks;
  /** The gate's direction, when it has only one: a code for the other is at the wrong place. */
  direction?: Direction;
  /** The gate's station id; not given, places are not judged. */
  place?: string;
}

export type RefusalReason = CodeRefusal;

interface Accepted {
  ok: true;
  certificate: Certificate;
  /** The COSE_Sign1 bytes, for the gate's record. */
  certificateBytes: Uint8Array;
  kid: string;
  direction: Direction;
  /** The phone's time: epoch seconds, UTC. */
  at: number;
  /** The verifier's time less the phone's, in seconds: above 0 the phone is late. */
  skewSeconds: number;
}

export interface Refused {
  ok: false;
  reason: RefusalReason;
  /** With 'stale' and 'clockAhead': the verifier's time less the phone's, in seconds; below 0 when ahead. */
  staleBySeconds?: number;
  /** Once both signatures hold, so that staff see which ticket was refused. */
  certificate?: Certificate;
}

export type Verdict = Accepted | Refused;

/**
 * Takes anything a reader saw and what the verifier knows (`now` in epoch seconds, UTC); gives the verdict. Reasons in
 * order: malformed, forged, keyExpired, revoked, the times, wrongPlace, used; so a revoked ticket that was also used
 * says revoked. Reads only: recording the passage is the caller's. Never throws on any text; a NaN clock refuses.
 * Only the caller's own `isRevoked` and `isSeen` can throw. Format: docs/code-on-screen.md.
 */
export function verifyCode(text: unknown, context: VerifyContext): Verdict {
  const parts = decodeCode(text);
  const opened = parts && openCertificate(parts.certificate);
  if (!parts || !opened) return { ok: false, reason: 'malformed' };
  const { certificate, kid } = opened;
  const key = issuerOf(opened, context.issuerKeys, context.checks);
  if (!key) return { ok: false, reason: 'forged' };
  if (!isMomentSignedBy(parts.certificate, parts, certificate.phoneKey, context.checks))
    return { ok: false, reason: 'forged' };
  const { at, direction } = parts;
  const skewSeconds = context.now - at;
  const reason =
    untrusted(key, certificate, context) ??
    wrongTime(certificate, context.now, skewSeconds) ??
    notHere(certificate, direction, context);
  if (reason === null)
    return {
      ok: true,
      certificate,
      certificateBytes: parts.certificate,
      kid,
      direction,
      at,
      skewSeconds,
    };
  const clock = reason === 'stale' || reason === 'clockAhead';
  return { ok: false, reason, certificate, ...(clock ? { staleBySeconds: skewSeconds } : {}) };
}

function untrusted(key: IssuerKey, certificate: Certificate, context: VerifyContext): RefusalReason | null {
  if (!countsAt(key, context.now) || !countsAt(key, certificate.issuedAt)) return 'keyExpired';
  return context.isRevoked(certificate.ticketId, certificate.issuedAt) ? 'revoked' : null;
}

/** Conditions are written as "not within", so that NaN is refused. */
function wrongTime(certificate: Certificate, now: number, skewSeconds: number): RefusalReason | null {
  if (!(skewSeconds <= CODE_SKEW_SECONDS)) return 'stale';
  if (!(skewSeconds >= -CODE_SKEW_SECONDS)) return 'clockAhead';
  if (!(now <= certificate.expiresAt)) return 'certificateExpired';
  // The server and the gate may differ by as much as the phone and the gate may.
  if (!(now >= certificate.issuedAt - CODE_SKEW_SECONDS)) return 'notYetValid';
  if (!(now >= certificate.validFrom)) return 'notYetValid';
  return now <= certificate.validUntil ? null : 'expired';
}

function notHere(
  certificate: Certificate,
  direction: Direction,
  context: VerifyContext,
): RefusalReason | null {
  if (context.direction !== undefined && context.direction !== direction) return 'wrongPlace';
  const { place } = context;
  if (place !== undefined && certificate.places && !certificate.places.includes(place)) return 'wrongPlace';
  return context.isSeen(certificate.ticketId, direction) ? 'used' : null;
}
