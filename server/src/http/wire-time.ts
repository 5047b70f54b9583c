// Instants as the wire writes them: `YYYY-MM-DD HH:mm:ss` in Asia/Tokyo, which has no summer time.
const TOKYO_OFFSET_MS = 9 * 3_600_000;

export function wireTime(instant: Date | number): string {
  return new Date(Number(instant) + TOKYO_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}
