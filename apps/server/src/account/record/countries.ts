// Countries and regions (ISO 3166-1), named and sorted for each language.
import type { Language } from '@kippu/contract/languages';

const CODES =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE
GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP
KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF
NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN
SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA
ZM ZW`.split(/\s+/);
const KNOWN: ReadonlySet<string> = new Set(CODES);

/** Regions listed by their short names: 'Hong Kong', not 'Hong Kong SAR China'. */
const SHORT: ReadonlySet<string> = new Set(['HK', 'MO']);

/** Readings of the Chinese characters that names begin with: a Japanese list is sorted by sound, which no collator knows. */
const READINGS: readonly (readonly [written: string, read: string])[] = [
  ...`英領エイリョウ 香港ホンコン 韓国カンコク 合衆国ガッシュウコク 北朝鮮キタチョウセン 北キタ 西ニシ 赤道セキドウ 台湾タイワン
中央チュウオウ 中国チュウゴク 東ヒガシ 南極ナンキョク 南ミナミ 日本ニホン 仏領フツリョウ 米領ベイリョウ`.matchAll(
    /(\p{Script=Han}+)([\p{Script=Katakana}ー]+)/gu,
  ),
].map(([, written = '', read = '']) => [written, read]);
function asRead(name: string): string {
  const [written = '', read = ''] = READINGS.find(([start]) => name.startsWith(start)) ?? [];
  return read + name.slice(written.length);
}

export interface Country {
  readonly code: string;
  readonly name: string;
}

const lists = new Map<Language, Country[]>();

/** Lists every country in the language's order. */
export function listCountries(language: Language): Country[] {
  const made = lists.get(language);
  if (made) return made;
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const short = new Intl.DisplayNames([language], { type: 'region', style: 'short' });
  const { compare } = new Intl.Collator(language);
  const order = language === 'ja' ? asRead : (name: string) => name;
  const list = CODES.map((code) => ({
    code,
    name: (SHORT.has(code) ? short : names).of(code) ?? code,
  })).toSorted((a, b) => compare(order(a.name), order(b.name)));
  lists.set(language, list);
  return list;
}

export const isCountry = (code: string): boolean => KNOWN.has(code);
