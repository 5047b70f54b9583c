// Maps each name of a station or train to one token, in whatever script it is written.

const ROWS: Readonly<Record<string, string>> = {
  あいうえお: 'a i u e o',
  かきくけこ: 'ka ki ku ke ko',
  さしすせそ: 'sa shi su se so',
  たちつてと: 'ta chi tsu te to',
  なにぬねの: 'na ni nu ne no',
  はひふへほ: 'ha hi fu he ho',
  まみむめも: 'ma mi mu me mo',
  やゆよ: 'ya yu yo',
  らりるれろ: 'ra ri ru re ro',
  わをん: 'wa o n',
  がぎぐげご: 'ga gi gu ge go',
  ざじずぜぞ: 'za ji zu ze zo',
  だぢづでど: 'da ji zu de do',
  ばびぶべぼ: 'ba bi bu be bo',
  ぱぴぷぺぽ: 'pa pi pu pe po',
};
const SOUNDS = new Map(
  Object.entries(ROWS).flatMap(([kana, latin]) => {
    const sounds = latin.split(' ');
    return [...kana].map((letter, at) => [letter, sounds[at] ?? ''] as const);
  }),
);
const SMALL_Y: Readonly<Record<string, string>> = { ゃ: 'ya', ゅ: 'yu', ょ: 'yo' };

/** Converts hiragana to Hepburn letters, with long vowels written once: 'みなとみち' and 'おおやま' become 'minatomichi' and 'oyama'. */
export function romajiOf(kana: string): string {
  let latin = '';
  let doubled = false;
  for (const letter of kana) {
    const y = SMALL_Y[letter];
    if (y) {
      // きょ is kyo, しょ is sho, じょ is jo.
      const base = latin.replace(/i$/, '');
      latin = /(?:sh|ch|j)$/.test(base) ? base + y.slice(1) : base + y;
    } else if (letter === 'っ') doubled = true;
    else if (letter !== 'ー') {
      const sound = SOUNDS.get(letter) ?? '';
      latin += doubled ? (sound[0] ?? '') + sound : sound;
      doubled = false;
    }
  }
  return latin.replace(/ou|oo/g, 'o').replace(/uu/g, 'u');
}

const LATIN = /^[a-z0-9 ]+$/;
const ONE_LATIN_WORD = /^[a-z0-9]+$/;

interface Form {
  readonly form: string;
  readonly token: string;
}
export interface NameTable {
  /** Every form of a name that is more than one Latin word, by its first letter. */
  readonly forms: ReadonlyMap<string, readonly Form[]>;
  /** Single Latin words by their stem. */
  readonly words: ReadonlyMap<string, string>;
  /** Every Latin form without spaces, to find it by its sound. */
  readonly sounds: ReadonlyMap<string, string>;
}

/**
 * Builds the table that maps each group of words with one meaning to one token. A form in two groups belongs to the
 * first.
 * @param groups folded words
 * @param stem returns the stem of a Latin word
 */
export function nameTable(groups: readonly (readonly string[])[], stem: (word: string) => string): NameTable {
  const forms: Form[] = [];
  const words = new Map<string, string>();
  groups.forEach((group, at) => {
    for (const form of group) {
      if (ONE_LATIN_WORD.test(form)) {
        if (!words.has(stem(form))) words.set(stem(form), `\u00a7${at}`);
      } else if (form.length > 1) forms.push({ form, token: ` \u00a7${at} ` });
    }
  });
  const longestFirst = forms.toSorted((a, b) => b.form.length - a.form.length);
  const sounds = new Map<string, string>();
  for (const { form, token } of longestFirst) {
    const sound = form.replaceAll(' ', '');
    if (LATIN.test(form) && !sounds.has(sound)) sounds.set(sound, token);
  }
  const byLetter = new Map<string, Form[]>();
  for (const one of longestFirst) {
    const letter = one.form.charAt(0);
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), one]);
  }
  return { forms: byLetter, words, sounds };
}

/** Replaces every known name in a folded text by its token. */
export function withNames(text: string, { forms, words, sounds }: NameTable): string {
  let rest = text;
  const here = new Set<Form>();
  for (let at = 0; at < text.length; at += 1)
    for (const one of forms.get(text.charAt(at)) ?? []) if (text.startsWith(one.form, at)) here.add(one);
  // Longest first: 'セルフレジ' must not match a shorter word within it.
  for (const { form, token } of [...here].toSorted((a, b) => b.form.length - a.form.length)) {
    if (!rest.includes(form)) continue;
    if (!LATIN.test(form)) rest = rest.replaceAll(form, token);
    else rest = ` ${rest} `.replaceAll(` ${form} `, token);
  }
  // 'おおやま' and 'みなとみち' stand for oyama and minatomichi, for people who type no kanji.
  return rest.replace(/[\u3041-\u3096\u30fc]{3,}/g, (kana) => {
    const token = (sound: string) => (sound.length < 5 ? undefined : (words.get(sound) ?? sounds.get(sound)));
    for (let end = kana.length; end >= 3; end -= 1) {
      const found = token(romajiOf(kana.slice(0, end)));
      if (found) return ` ${found} ${kana.slice(end)}`;
    }
    return kana;
  });
}
