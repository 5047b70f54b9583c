// Checks the issuer's signature of certificates that gates report.
import { openCertificate } from '@kippu/ticket-code/certificate/certificate';
import type { Certificate } from '@kippu/ticket-code/certificate/payload';
import { countsAt, issuerOf, type IssuerKey } from '@kippu/ticket-code/decide/verify';
import type { IssuerKeys } from '../../platform/keys/issuer-keys.ts';
import { nodeChecks } from './node-checks.ts';

/** The issuer keys in the decider's format: the current one, the previous ones and the next one. */
export const decisionKeys = ({ publicKeys }: Pick<IssuerKeys, 'publicKeys'>): IssuerKey[] =>
  publicKeys.map(({ publicKey, ...key }) => ({
    ...key,
    publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
  }));

interface Checked {
  /** Null when no issuer key in effect signed the certificate. */
  readonly certificate: Certificate | null;
  /** Whether a signature was verified, which takes processor time. */
  readonly verified: boolean;
}

function check(bytes: Uint8Array, issuerKeys: readonly IssuerKey[]): Checked {
  const opened = openCertificate(bytes);
  if (!opened) return { certificate: null, verified: false };
  const key = issuerOf(opened, issuerKeys, nodeChecks);
  return {
    certificate: key && countsAt(key, opened.certificate.issuedAt) ? opened.certificate : null,
    verified: issuerKeys.some(({ kid }) => kid === opened.kid),
  };
}

/**
 * Checks certificates in base64url, each once however often it appears. The time of showing is not checked: the gate has
 * done that.
 * @param maxInvalid how many invalid signatures are verified before the rest of the certificates is not looked at any more. Only a gate that is
 * broken or not under control reports one: a gate refuses such codes itself. Certificates of unknown keys are not counted, since no
 * signature is verified.
 * @returns each certificate's content, or null when no issuer key in effect signed it or it was not looked at
 */
export function checkCertificates(
  certificates: Iterable<string>,
  issuerKeys: readonly IssuerKey[],
  maxInvalid = Infinity,
): ReadonlyMap<string, Certificate | null> {
  const checked = new Map<string, Certificate | null>();
  let invalid = 0;
  for (const text of certificates) {
    if (checked.has(text)) continue;
    if (invalid > maxInvalid) {
      checked.set(text, null);
      continue;
    }
    const { certificate, verified } = check(new Uint8Array(Buffer.from(text, 'base64url')), issuerKeys);
    checked.set(text, certificate);
    if (verified && certificate === null) invalid += 1;
  }
  return checked;
}
