// Arrow key navigation in the grid of seats.

const MOVES: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -99],
  End: [0, 99],
  PageUp: [-99, 0],
  PageDown: [99, 0],
};

/**
 * Returns the seat that the key moves the focus to; at an edge the
 * same one, null if the key is not handled. `rows` are the seats as drawn.
 */
export function stepTo(rows: readonly (readonly string[])[], from: string, key: string): string | null {
  const move = MOVES[key];
  if (!move) return null;
  const row = Math.max(
    0,
    rows.findIndex((seats) => seats.includes(from)),
  );
  const column = Math.max(0, rows[row]?.indexOf(from) ?? 0);
  const within = (n: number, length: number) => Math.min(Math.max(n, 0), length - 1);
  const target = rows[within(row + move[0], rows.length)] ?? [];
  return target[within(column + move[1], target.length)] ?? null;
}
