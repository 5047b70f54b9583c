// Formats distances for reading.

/**
 * Formats metres as '80 m', '1.2 km' or '14 km', with no more digits than a position supports. No line breaks before
 * the unit.
 */
export function formatMetres(metres: number): string {
  const tens = Math.max(10, Math.round(metres / 10) * 10);
  if (tens < 1000) return `${tens}\u00a0m`;
  const km = metres / 1000;
  return `${km < 9.95 ? km.toFixed(1) : Math.round(km)}\u00a0km`;
}
