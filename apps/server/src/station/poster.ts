// The text of a station's poster code, signed so that a forged one is refused.
import { createPublicKey, verify } from 'node:crypto';
import { parsePoster, POSTER_PREFIX } from '@kippu/contract/poster';
import type { Deps } from '../platform/calls/app-context.ts';

type Keys = Deps['issuerKeys'];

/** Contains its purpose, because the same key signs certificates: neither signature is valid for the other. */
const signedBytes = (stationId: string) => new TextEncoder().encode(`kippu station poster 1\0${stationId}`);

/** Returns the text of a station's poster code, valid until the key ends. */
export function signPoster(keys: Pick<Keys, 'kid' | 'sign'>, stationId: string): string {
  const signature = Buffer.from(keys.sign(signedBytes(stationId))).toString('base64url');
  return `${POSTER_PREFIX}${stationId}.${keys.kid}.${signature}`;
}

/**
 * Returns the station id of a scanned poster, or null where it is no poster, is forged, or its key has ended. Does not check that the
 * station exists. `now` in epoch milliseconds.
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
