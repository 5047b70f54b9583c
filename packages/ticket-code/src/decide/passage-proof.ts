// Whether a reported passage has the phone's own signature: then the gate has read the code, and nobody invented it.
import { CODE_SKEW_SECONDS } from '@kippu/contract/limits';
import type { SignatureChecks } from '../crypto/signature-checks.ts';
import { isMomentSignedBy, type Direction } from '../code/moment.ts';
import { readMoment } from '../code/text.ts';

/** A passage as a gate reports it. */
interface ReportedPassage {
  /** The COSE_Sign1 bytes. */
  readonly certificate: Uint8Array;
  /** The phone's key in the certificate, a compressed P-256 point. */
  readonly phoneKey: Uint8Array;
  /** The last 69 bytes of the code that the gate read. */
  readonly moment: Uint8Array;
  /** Null for an act that no code can prove, such as a forced exit. */
  readonly direction: Direction | null;
  /** Epoch seconds, UTC, by the gate's clock. */
  readonly at: number;
}

/**
 * Reports whether the moment proves the passage: signed by the phone over this certificate, for this direction, and within 30 seconds of
 * the passage. Never throws.
 */
export function isProved(
  { certificate, phoneKey, moment: bytes, direction, at }: ReportedPassage,
  checks?: SignatureChecks,
): boolean {
  const moment = readMoment(bytes);
  return (
    moment !== null &&
    moment.direction === direction &&
    Math.abs(moment.at - at) <= CODE_SKEW_SECONDS &&
    isMomentSignedBy(certificate, moment, phoneKey, checks)
  );
}
