// Corrects misspelt Latin words: finds the known word that is one slip away, or two in a long word.

/**
 * Counts the slips between two words: a letter left out, added or changed, or two swapped. Returns `max + 1` if there
 * are more than `max`.
 */
export function slipsBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    if (Math.min(...row) > max) return max + 1;
    before = above;
    above = row;
  }
  return Math.min(above[b.length] ?? max + 1, max + 1);
}

/** Finds the known word nearest to an unknown one: one slip away, two from eight letters on, or with another ending. */
export function closeWord(word: string, known: readonly string[]): string | undefined {
  const max = word.length >= 8 ? 2 : 1;
  let best: string | undefined;
  let fewest = max + 1;
  for (const candidate of known) {
    const slips = slipsBetween(word, candidate, max);
    // A wrong first letter is rare, and 'late' must not become 'gate'.
    if (slips < fewest && candidate[0] === word[0]) [best, fewest] = [candidate, slips];
  }
  if (best !== undefined || word.length < 6) return best;
  return known.find(
    (candidate) => candidate.length >= 6 && (candidate.startsWith(word) || word.startsWith(candidate)),
  );
}
