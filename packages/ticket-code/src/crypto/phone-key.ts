// The phone's own key through WebCrypto: its signer and its public point.
import type { PhoneSigner } from './moment.ts';

/** Takes the phone's ECDSA P-256 private key (it need not be extractable) and gives the signer of moments. */
export function phoneSigner(privateKey: CryptoKey): PhoneSigner {
  return async (message) =>
    new Uint8Array(
      await globalThis.crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, message),
    );
}

/**
 * Takes the phone's P-256 public key and gives its compressed point, 33 bytes (SEC 1 section 2.3.3).
 * Rejects as WebCrypto does when the key is of another kind.
 */
export async function phonePublicKey(publicKey: CryptoKey): Promise<Uint8Array> {
  const raw = new Uint8Array(await globalThis.crypto.subtle.exportKey('raw', publicKey));
  const compressed = raw.slice(0, 33);
  compressed[0] = 2 + ((raw[64] ?? 0) & 1);
  return compressed;
}
