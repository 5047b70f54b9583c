// What a station's poster says, signed so that a forged one is refused.
import { createPublicKey, verify } from 'node:crypto';
import { parsePoster, POSTER_PREFIX } from '@kippu/contract/station';
import type { Deps } from '../http/deps.ts';

type Keys = Deps['issuerKeys'];

/** Names its purpose, for the same key signs certificates too: neither signature may pass for the other. */
const signedBytes = (stationId: string) => new TextEncoder().encode(`kippu station poster 1\0${stationId}`);

/** Takes the issuer's keys and a station; gives the text of its poster's code, good until the key ends. */
export function signPoster(keys: Pick<Keys, 'kid' | 'sign'>, stationId: string): string {
  const signature = Buffer.from(keys.sign(signedBytes(stationId))).toString('base64url');
  return `${POSTER_PREFIX}${stationId}.${keys.kid}.${signature}`;
}

/**
 * Takes the issuer's keys, scanned text and now (epoch milliseconds); gives the id of the station the poster was made for,
 * or null when it is no poster, is forged, or its key has ended. Whether there is such a station is not judged.
 */
export function stationOfPoster(
  { publicKeys }: Pick<Keys, 'publicKeys'>,
  scanned: string,
  now: number,
): string | null {
  const poster = parsePoster(scanned);
  const key = publicKeys.find(({ kid }) => kid === poster?.keyId);
  const seconds = Math.floor(now / 1000);
  if (!poster || !key || seconds < key.notBefore || seconds > key.notAfter) return null;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.publicKey };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const signature = Buffer.from(poster.signature, 'base64url');
  return verify(null, signedBytes(poster.stationId), publicKey, signature) ? poster.stationId : null;
}
