// For the operator's long texts: prevents line breaks within a date, between a number and its unit, and within a
// Chinese word ('车|票').
import type { Language } from '@kippu/contract/languages';
import { koreanPhrases } from './korean-phrases.ts';

/** Longer words are rare, and would make the right edge uneven. */
const HAN_WORD = /^\p{Script=Han}{2,4}$/u;
const MONTH = 'January|February|March|April|May|June|July|August|September|October|November|December';
/** Matches the spaces in '1 January 2027', '5 minutes', '220 EUR'. */
const ENGLISH_DATE = new RegExp(`\\b(\\d{1,2}) (${MONTH})\\b(?: (\\d{4})\\b)?`, 'g');
const ENGLISH_UNIT = /(\d) (minutes?|hours?|days?|[A-Z]{3}|km|m)\b/g;
/** Matches the space in '2027년 1월 2일'. */
const KOREAN_DATE = /(\d[년월]) (?=\d)/g;
/**
 * Matches the places where '5分', '14天', '7号车', '6至11岁' and the parts of '2027年1月2日' could break, also between the
 * parts.
 */
const HAN_UNIT = /(\d)(?=[年月日分秒天時时号號个個次张張站歳岁歲回席至]|小\u2060?[时時])/g;
const HAN_DATE = /([年月至])(?=\d)/g;
/** Words that browsers split in two: a code, a carriage, the shop, the receiver, staff, a month. */
const TORN = /QR(?=碼)|[车車](?=[厢廂])|[购購](?=票)|票(?=[处處])|收(?=人)|作(?=人)|[个個](?=月)/g;

const segmenters = new Map<Language, Intl.Segmenter>();

function segmenterOf(language: Language): Intl.Segmenter {
  const made = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, made);
  return made;
}

/** A browser without word segmentation breaks lines as usual. */
const chineseWords = (text: string, language: Language): string =>
  'Segmenter' in Intl
    ? Array.from(segmenterOf(language).segment(text), ({ segment }) =>
        HAN_WORD.test(segment) ? Array.from(segment).join('\u2060') : segment,
      ).join('')
    : text;

/** Returns a text with non-breaking spaces, and with word joiners where it has no spaces. Other languages break as usual. */
export function wholeWords(text: string, language: Language): string {
  switch (language.split('-')[0]) {
    case 'en':
      return text
        .replace(ENGLISH_DATE, (date) => date.replaceAll(' ', '\u00a0'))
        .replace(ENGLISH_UNIT, '$1\u00a0$2');
    case 'ko':
      return koreanPhrases(text.replace(KOREAN_DATE, '$1\u00a0'));
    case 'ja':
      return wholeUnits(text);
    case 'zh':
      return wholeUnits(chineseWords(text, language));
    default:
      return text;
  }
}

const wholeUnits = (text: string): string =>
  text.replace(HAN_UNIT, '$1\u2060').replace(HAN_DATE, '$1\u2060').replace(TORN, '$&\u2060');
