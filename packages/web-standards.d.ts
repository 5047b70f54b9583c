// The part of the web's standards that pages, workers and Node share, and that the packages use. Their compiler knows neither a
// page nor Node, so anything else of either is an error there.
declare class URLSearchParams {
  set(name: string, value: string): void;
  toString(): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean });
  decode(bytes: Uint8Array): string;
}
/** A key whose bytes may stay inside the browser or Node. */
interface CryptoKey {
  readonly type: string;
  readonly extractable: boolean;
}
declare var crypto: {
  readonly subtle: {
    sign(algorithm: object, key: CryptoKey, message: Uint8Array): Promise<ArrayBuffer>;
    exportKey(format: 'raw', key: CryptoKey): Promise<ArrayBuffer>;
  };
};
