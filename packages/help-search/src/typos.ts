// Misspelt Latin words: the known word that is one slip away, or two in a long word.

/**
 * Slips from one word to another, a letter left out, added, changed, or two swapped; `most + 1` when there are more
 * than `most`.
 */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
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
    if (Math.min(...row) > most) return most + 1;
    before = above;
    above = row;
  }
  return Math.min(above[b.length] ?? most + 1, most + 1);
}

/** The known word nearest to one nobody wrote: one slip away, two from eight letters on, or the same but for its ending. */
export function closeWord(word: string, known: readonly string[]): string | undefined {
  const most = word.length >= 8 ? 2 : 1;
  let best: string | undefined;
  let fewest = most + 1;
  for (const candidate of known) {
    const slips = slipsBetween(word, candidate, most);
    // A wrong first letter is rare, and 'late' must not become 'gate'.
    if (slips < fewest && candidate[0] === word[0]) [best, fewest] = [candidate, slips];
  }
  if (best !== undefined || word.length < 6) return best;
  return known.find(
    (candidate) => candidate.length >= 6 && (candidate.startsWith(word) || word.startsWith(candidate)),
  );
}
