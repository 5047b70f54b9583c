// The server's time as this phone knows it: a visitor's phone may be minutes wrong, a code must not be.

let offsetMs = 0;

/** Takes the `Date` header of an answer; learns how far this phone's clock is off. The header has whole seconds. */
export function learnServerTime(header: string | null): void {
  const server = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(server)) return;
  const difference = server + 500 - Date.now();
  // Below two seconds it is the header's own coarseness and the way here.
  offsetMs = Math.abs(difference) < 2000 ? 0 : difference;
}

/** Now by the server's clock, epoch milliseconds. */
export const serverNow = (): number => Date.now() + offsetMs;
/** How far this phone's clock is behind the server's, milliseconds; 0 when it is right. */
export const clockOffset = (): number => offsetMs;
