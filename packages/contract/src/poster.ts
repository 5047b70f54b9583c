// The text of a station's poster, which a traveller scans.

export const POSTER_PREFIX = 'KS1:';
/** The content of a station's poster: `KS1:<stationId>.<key id>.<Ed25519 signature in base64url>`. */
interface PosterParts {
  readonly stationId: string;
  readonly keyId: string;
  readonly signature: string;
}
/** Parses the text of a station's poster without checking its signature. Returns null for any other text. */
export function parsePoster(scanned: string): PosterParts | null {
  const parts = /^KS1:([\x20-\x7e]{1,64})\.([0-9a-f]{1,64})\.([\w-]{86})$/.exec(scanned.trim());
  const [, stationId, keyId, signature] = parts ?? [];
  return stationId && keyId && signature ? { stationId, keyId, signature } : null;
}
