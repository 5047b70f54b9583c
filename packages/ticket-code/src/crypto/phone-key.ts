// The phone's own key in WebCrypto: its signer and its public point.
import type { PhoneSigner } from '../code/moment.ts';

/** Returns the signer of moments for the phone's ECDSA P-256 private key, which need not be extractable. */
export function phoneSigner(privateKey: CryptoKey): PhoneSigner {
  return async (message) =>
    new Uint8Array(
      await globalThis.crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, message),
    );
}

/**
 * Returns the compressed point of the phone's P-256 public key, 33 bytes (SEC 1 section 2.3.3). Rejects as WebCrypto
 * does for another kind of key.
 */
export async function phonePublicKey(publicKey: CryptoKey): Promise<Uint8Array> {
  const raw = new Uint8Array(await globalThis.crypto.subtle.exportKey('raw', publicKey));
  const compressed = raw.slice(0, 33);
  compressed[0] = 2 + ((raw[64] ?? 0) & 1);
  return compressed;
}
