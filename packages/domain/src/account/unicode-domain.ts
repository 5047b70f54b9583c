// The two spellings of an internationalised domain: Unicode, and punycode behind 'xn--' (RFC 3492, RFC 5890).

const [BASE, T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [36, 1, 26, 38, 700, 72, 128];
const PREFIX = 'xn--';
/** A label in DNS is no longer. It also bounds the work. */
const MAX_LABEL = 63;

/** Returns the value of a punycode digit (a to z, 0 to 9); NaN for any other character. */
const digitOf = (character: string): number => (/^[a-z0-9]$/.test(character) ? parseInt(character, 36) : NaN);
/** Punycode counts letters first, `parseInt` counts digits first. */
const valueOf = (character: string): number => {
  const digit = digitOf(character);
  return digit < 10 ? digit + 26 : digit - 10;
};

/** The bias after a delta, by section 6.1 of RFC 3492. */
function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

/** Decodes a label without its prefix, by section 6.2 of RFC 3492. Returns undefined if it is no punycode. */
function decoded(label: string): string | undefined {
  const lastHyphen = label.lastIndexOf('-');
  const text = [...label.slice(0, Math.max(0, lastHyphen))];
  let [code, index, bias] = [FIRST_CODE, 0, FIRST_BIAS];
  for (let at = lastHyphen + 1; at < label.length;) {
    const before = index;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = valueOf(label[at++] ?? '');
      if (Number.isNaN(digit)) return undefined;
      index += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    bias = adapted(index - before, text.length + 1, before === 0);
    code += Math.floor(index / (text.length + 1));
    index %= text.length + 1;
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
    text.splice(index++, 0, String.fromCodePoint(code));
  }
  return text.join('');
}

/**
 * Returns a domain with its Unicode spelling. Labels that are no punycode stay as they are, and so do those whose decoded form would not be
 * typed: with other than letters, marks, digits and hyphens, with capitals, or not in NFKC.
 * @param domain in lower case
 */
export const unicodeDomain = (domain: string): string =>
  domain
    .split('.')
    .map((label) => {
      if (!label.startsWith(PREFIX) || label.length > MAX_LABEL) return label;
      const text = decoded(label.slice(PREFIX.length));
      const isTyped =
        text !== undefined &&
        /^[\p{L}\p{M}\p{N}-]+$/u.test(text) &&
        /\P{ASCII}/u.test(text) &&
        text === text.normalize('NFKC').toLowerCase().normalize('NFKC');
      return isTyped ? text : label;
    })
    .join('.');
