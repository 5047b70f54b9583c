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

function genuine(bytes: Uint8Array, issuerKeys: readonly IssuerKey[]): Certificate | null {
  const opened = openCertificate(bytes);
  if (!opened) return null;
  const key = issuerOf(opened, issuerKeys, nodeChecks);
  return key && countsAt(key, opened.certificate.issuedAt) ? opened.certificate : null;
}

/**
 * Checks certificates in base64url, each once however often it appears. The time of showing is not checked: the gate has
 * done that.
 * @returns each certificate's content, or null when no issuer key in effect signed it
 */
export function checkCertificates(
  certificates: Iterable<string>,
  issuerKeys: readonly IssuerKey[],
): ReadonlyMap<string, Certificate | null> {
  const checked = new Map<string, Certificate | null>();
  for (const text of certificates) {
    if (checked.has(text)) continue;
    checked.set(text, genuine(new Uint8Array(Buffer.from(text, 'base64url')), issuerKeys));
  }
  return checked;
}
