// Which of the certificates that gates hand in are ours, by the decider's own check of the issuer's signature.
import { openCertificate } from '@kippu/ticket-code/certificate';
import type { Certificate } from '@kippu/ticket-code/certificate-payload';
import { countsAt, issuerOf, type IssuerKey } from '@kippu/ticket-code/verify';
import type { IssuerKeys } from '../ticket/issuer-keys.ts';
import { nodeChecks } from './node-checks.ts';

/** The issuer keys as the decider takes them: the present one, those before it and the next. */
export const decidersKeys = ({ publicKeys }: Pick<IssuerKeys, 'publicKeys'>): IssuerKey[] =>
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
 * Takes certificates in base64url, the same one any number of times, and the keys; gives what each says, or null for what
 * no key signed while it counted. Each is checked once. The moment of showing is not judged: the gate has done that.
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
