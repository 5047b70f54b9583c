// A span of time at a gate, in German.

/** Formats seconds: up to two minutes in seconds, then in minutes, hours or days. */
export function span(seconds: number): string {
  const size = Math.abs(seconds);
  if (size < 120) return `${size} s`;
  if (size < 7_200) return `${Math.round(size / 60)} Min.`;
  if (size < 172_800) return `${Math.round(size / 3600)} Std.`;
  return `${Math.round(size / 86_400)} Tage`;
}
