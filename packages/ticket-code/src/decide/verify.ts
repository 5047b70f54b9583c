// The one decision, online and at the gate: may this code pass now, and if not, the first reason why not.
import type { CodeRefusal } from '@kippu/contract/calls/gate/gate';
import { CODE_SKEW_SECONDS } from '@kippu/contract/limits';
import { NO_GATE_PLACE, type Certificate } from '../certificate/payload.ts';
import { isSignedBy, openCertificate, type OpenedCertificate } from '../certificate/certificate.ts';
import { decodeCode } from '../code/text.ts';
import { isMomentSignedBy, type Direction } from '../code/moment.ts';
import type { SignatureChecks } from '../crypto/signature-checks.ts';

/** A key of the server. It is valid from `notBefore` to `notAfter`, both included, in epoch seconds, UTC. */
export interface IssuerKey {
  kid: string;
  /** Ed25519, 32 bytes. */
  publicKey: Uint8Array;
  notBefore: number;
  notAfter: number;
}

/** Whether the key is valid at a time, epoch seconds, UTC; never for NaN. */
export const countsAt = (key: IssuerKey, time: number): boolean =>
  time >= key.notBefore && time <= key.notAfter;

/** Returns the known key that signed a certificate, or undefined. Never throws. */
export function issuerOf<K extends IssuerKey>(
  opened: OpenedCertificate,
  issuerKeys: readonly K[],
  checks?: SignatureChecks,
): K | undefined {
  return issuerKeys.find((key) => key.kid === opened.kid && isSignedBy(opened, key.publicKey, checks));
}

/** The ids of the stations whose gates a product opens, for entry and for exit. */
export interface ProductPlaces {
  readonly in: ReadonlySet<string>;
  readonly out: ReadonlySet<string>;
}

/** What the verifier knows besides the code. */
export interface VerifyContext {
  /** The verifier's time: epoch seconds, UTC. */
  now: number;
  issuerKeys: readonly IssuerKey[];
  /** Whether the ticket's certificates issued at that time (epoch seconds, UTC) are revoked. */
  isRevoked: (ticketId: string, issuedAt: number) => boolean;
  /** Whether the ticket has already passed here in that direction. */
  isSeen: (ticketId: string, direction: Direction) => boolean;
  /** Faster checks of the platform; by default the portable ones. */
  checks?: SignatureChecks;
  /** The gate's direction, if it has only one: a code for the other is at the wrong place. */
  direction?: Direction;
  /** The gate's station id. Without it, places are not checked. */
  place?: string;
  /**
   * Returns where a product opens gates, undefined for a product that is not in the table. Without it, the verifier
   * has no table and follows the certificate alone.
   */
  placesOf?: (productId: string) => ProductPlaces | undefined;
  /** How long after the validity an exit may be made, in seconds. */
  exitGraceSeconds: number;
  /**
   * Whether a ticket may still leave after its validity ended at `validUntil` (epoch seconds, UTC). Called for exits
   * within `exitGraceSeconds` after it. Default: yes.
   */
  mayStillLeave?: (ticketId: string, validUntil: number) => boolean;
  /** Whether the ticket has passed here in the other direction a moment ago. Default: no. */
  isPassBack?: (ticketId: string, direction: Direction) => boolean;
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
  /** The verifier's time minus the phone's, in seconds: above 0 the phone is late. */
  skewSeconds: number;
  /** An exit after the end of the validity. */
  late: boolean;
}

interface Refused {
  ok: false;
  reason: RefusalReason;
  /** Only with 'stale' and 'clockAhead': the verifier's time minus the phone's, in seconds; below 0 if the phone is ahead. */
  staleBySeconds?: number;
  /** Present once both signatures are valid, so that staff see which ticket was refused. */
  certificate?: Certificate;
  /** Only with 'expired': the code is for an exit within `exitGraceSeconds` after the validity. */
  late?: boolean;
}

export type Verdict = Accepted | Refused;

/**
 * Verifies anything that a reader saw. Checks in this order: malformed, forged, keyExpired, revoked, the times,
 * wrongPlace, placeUnknown, used, passBack; a revoked ticket that was also used is 'revoked'. Records nothing. Never
 * throws on any text; a NaN clock refuses. Only the caller's own functions can throw. Format: docs/code-on-screen.md.
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
  const late = isLateExit(certificate, direction, context);
  const reason =
    untrusted(key, certificate, context) ??
    wrongTime(certificate, { late, skewSeconds }, context) ??
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
      late,
    };
  if (reason === 'stale' || reason === 'clockAhead')
    return { ok: false, reason, certificate, staleBySeconds: skewSeconds };
  return { ok: false, reason, certificate, ...(reason === 'expired' && late ? { late } : {}) };
}

function untrusted(key: IssuerKey, certificate: Certificate, context: VerifyContext): RefusalReason | null {
  if (!countsAt(key, context.now) || !countsAt(key, certificate.issuedAt)) return 'keyExpired';
  return context.isRevoked(certificate.ticketId, certificate.issuedAt) ? 'revoked' : null;
}

/** Whether an exit at `now` (epoch seconds, UTC) is within `exitGraceSeconds` after the end of the validity. */
function isLateExit(
  { validUntil }: Certificate,
  direction: Direction,
  { now, exitGraceSeconds }: VerifyContext,
): boolean {
  return direction === 'out' && now > validUntil && now <= validUntil + exitGraceSeconds;
}

/** Conditions are negated ("not within"), so that NaN is refused. */
function wrongTime(
  certificate: Certificate,
  { late, skewSeconds }: { readonly late: boolean; readonly skewSeconds: number },
  { now, mayStillLeave }: VerifyContext,
): RefusalReason | null {
  if (!(skewSeconds <= CODE_SKEW_SECONDS)) return 'stale';
  if (!(skewSeconds >= -CODE_SKEW_SECONDS)) return 'clockAhead';
  if (!(now <= certificate.expiresAt)) return 'certificateExpired';
  // The clocks of server and gate may differ as much as those of phone and gate.
  if (!(now >= certificate.issuedAt - CODE_SKEW_SECONDS)) return 'notYetValid';
  if (!(now >= certificate.validFrom)) return 'notYetValid';
  if (now <= certificate.validUntil) return null;
  return late && (mayStillLeave?.(certificate.ticketId, certificate.validUntil) ?? true) ? null : 'expired';
}

/** The table of products decides. Without a table, or for a product that is not in it, the certificate does. */
function wrongPlace(
  { productId, places }: Certificate,
  direction: Direction,
  { place, placesOf }: VerifyContext,
): RefusalReason | null {
  if (place === undefined) return null;
  if (places?.includes(NO_GATE_PLACE)) return 'wrongPlace';
  const stations = placesOf?.(productId);
  if (stations) return stations[direction].has(place) ? null : 'wrongPlace';
  if (places) return places.includes(place) ? null : 'wrongPlace';
  return placesOf ? 'placeUnknown' : null;
}

function notHere(
  certificate: Certificate,
  direction: Direction,
  context: VerifyContext,
): RefusalReason | null {
  if (context.direction !== undefined && context.direction !== direction) return 'wrongPlace';
  const elsewhere = wrongPlace(certificate, direction, context);
  if (elsewhere !== null) return elsewhere;
  if (context.isSeen(certificate.ticketId, direction)) return 'used';
  return context.isPassBack?.(certificate.ticketId, direction) ? 'passBack' : null;
}
