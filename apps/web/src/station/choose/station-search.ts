// Finds a station by what people type: a name in any language, kana, romaji in any spelling, or its number.
import { allNames, type Names } from '@kippu/contract/names';
import type { Station } from '@kippu/contract/calls/traveller/station';

// Syllables in Hepburn romaji. Small kana are handled below.
const KANA: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'あa いi うu えe おo',
    'かka きki くku けke こko がga ぎgi ぐgu げge ごgo',
    'さsa しshi すsu せse そso ざza じji ずzu ぜze ぞzo',
    'たta ちchi つtsu てte とto だda ぢji づzu でde どdo',
    'なna にni ぬnu ねne のno はha ひhi ふfu へhe ほho',
    'ばba びbi ぶbu べbe ぼbo ぱpa ぴpi ぷpu ぺpe ぽpo',
    'まma みmi むmu めme もmo やya ゆyu よyo',
    'らra りri るru れre ろro わwa ゐi ゑe をo んn ゔvu',
    'ぁa ぃi ぅu ぇe ぉo ゎwa ヵka ヶke ーー っっ ゃゃ ゅゅ ょょ',
  ]
    .join(' ')
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);
const SMALL_Y: Readonly<Record<string, string>> = { ゃ: 'a', ゅ: 'u', ょ: 'o' };

const toHiragana = (text: string): string =>
  text.replace(/[ァ-ヴ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60));

/** Converts kana to Hepburn romaji. Other characters are kept. */
export function kanaToRomaji(kana: string): string {
  let romaji = '';
  let doubled = false;
  for (const sign of toHiragana(kana)) {
    const vowel = SMALL_Y[sign];
    const sound = KANA[sign] ?? sign;
    if (sign === 'っ') {
      doubled = true;
      continue;
    }
    if (sign === 'ー') continue;
    if (vowel && /[^aeiou]i$/.test(romaji)) {
      // きゃ is kya, but しゃ is sha and じゃ is ja.
      romaji = /(sh|ch|j)i$/.test(romaji) ? romaji.slice(0, -1) + vowel : `${romaji.slice(0, -1)}y${vowel}`;
      continue;
    }
    romaji += doubled ? (sound.startsWith('ch') ? 't' : sound.slice(0, 1)) + sound : sound;
    doubled = false;
  }
  return romaji;
}

/** Reduces every romanisation to one spelling: 'Shin-Ōsaka', 'sin oosaka' and 'しんおおさか' all become 'sinosaka'. */
const foldRomaji = (text: string): string =>
  text
    .replace(/[mn](?=[bmp])/g, 'n')
    .replace(/sh(?=i)/g, 's')
    .replace(/sh/g, 'sy')
    .replace(/ch(?=i)/g, 't')
    .replace(/ch/g, 'ty')
    .replace(/ts/g, 't')
    .replace(/f/g, 'h')
    .replace(/(j|d)(?=i)/g, 'z')
    .replace(/j(?!y)/g, 'zy')
    .replace(/jy/g, 'zy')
    .replace(/dz?(?=u)/g, 'z')
    .replace(/([aeiou])\1+/g, '$1')
    .replace(/ou/g, 'o');

/** Consonants at the start of a syllable that Japanese names are written with one for the other, as jamo. */
const ONE_CONSONANT: Readonly<Record<string, string>> = {
  ㄲ: 'ㄱ',
  ㅋ: 'ㄱ',
  ㄸ: 'ㄷ',
  ㅌ: 'ㄷ',
  ㅃ: 'ㅂ',
  ㅍ: 'ㅂ',
  ㅉ: 'ㅈ',
  ㅊ: 'ㅈ',
  ㅆ: 'ㅅ',
};
const ONE_VOWEL: Readonly<Record<string, string>> = { ㅛ: 'ㅗ', ㅑ: 'ㅏ', ㅠ: 'ㅜ', ㅕ: 'ㅓ' };

/**
 * Reduces every spelling of a Japanese name in Hangul to one, as jamo: aspirated, tense and plain consonants are one, and
 * so are a long vowel and a short one. Other texts are kept.
 */
const foldHangul = (text: string): string =>
  text
    .normalize('NFD')
    // Jamo by their place in a syllable become plain ones: the first, the vowel, the last.
    .replace(/[\u1100-\u1112]/g, (first) => FIRST.charAt(first.charCodeAt(0) - 0x1100))
    .replace(/[\u1161-\u1175]/g, (vowel) => VOWELS.charAt(vowel.charCodeAt(0) - 0x1161))
    .replace(/[ㄱ-ㅎ]/g, (jamo) => ONE_CONSONANT[jamo] ?? jamo)
    .replace(
      /([ㅅㅈ])([ㅛㅑㅠㅕ])/g,
      (_pair, first: string, vowel: string) => first + (ONE_VOWEL[vowel] ?? vowel),
    )
    .replace(/ㅅ(?=ㅡ)/g, 'ㅈ')
    .replace(/([ㅗㅛ])ㅇ[ㅗㅜ]/g, '$1')
    .replace(/([ㅜㅠ])ㅇㅜ/g, '$1')
    .normalize('NFC');
const FIRST = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';

/** Removes differences of width, case, accent, kana type, spelling in Hangul, spaces and hyphens. */
export function foldText(text: string): string {
  const plain = toHiragana(text.normalize('NFKC'))
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\-‐-―ー・･'’.,()]/g, '')
    // A particle between two Han characters is written as kana, as a character, or not at all.
    .replace(/(\p{Script=Han})[の之](?=\p{Script=Han})/gu, '$1')
    .replace(/(.)(?:駅|[车車]?站|역)$/u, '$1');
  return foldHangul(plain);
}

// While kana are being typed, an input method leaves a Latin letter at the end: 'きょうt'.
const isSpelled = (text: string): boolean => /^[\u3041-\u3096a-z0-9]+$/.test(text);
const romajiOf = (text: string): string => foldRomaji(kanaToRomaji(text));

/** How well a name matches: 0 exact, 1 prefix, 2 contained, Infinity no match. */
function fit(name: string, wanted: string): number {
  if (wanted === '') return Number.POSITIVE_INFINITY;
  const at = name.indexOf(wanted);
  if (at < 0) return Number.POSITIVE_INFINITY;
  return at > 0 ? 2 : name === wanted ? 0 : 1;
}

type Searched = Names<'stationName'> & Pick<Station, 'code' | 'alsoNamed'>;

/** How well a station matches the typed text; Infinity if it does not. */
function stationFit(station: Searched, typed: string): number {
  const wanted = foldText(typed);
  const { code, stationNameEn, alsoNamed = [] } = station;
  const names = [code, ...allNames(station, 'stationName'), ...alsoNamed].map(foldText);
  const best = Math.min(...names.map((name) => fit(name, wanted)));
  return isSpelled(wanted) ? Math.min(best, fit(romajiOf(foldText(stationNameEn)), romajiOf(wanted))) : best;
}

/** Returns the matching stations, best first. Equal matches keep their order. */
export function searchStations<S extends Searched>(stations: readonly S[], typed: string): S[] {
  return stations
    .map((station) => ({ station, fits: stationFit(station, typed) }))
    .filter(({ fits }) => Number.isFinite(fits))
    .toSorted((a, b) => a.fits - b.fits)
    .map(({ station }) => station);
}
