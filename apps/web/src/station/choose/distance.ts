// How far it is, as people say it.

/** Takes metres; gives '80 m', '1.2 km', '14 km': no more digits than a position is good for, and no line ends before the unit. */
export function formatMetres(metres: number): string {
  const tens = Math.max(10, Math.round(metres / 10) * 10);
  if (tens < 1000) return `${tens}\u00a0m`;
  const km = metres / 1000;
  return `${km < 9.95 ? km.toFixed(1) : Math.round(km)}\u00a0km`;
}
