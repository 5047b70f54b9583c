// The language of an answer, from Accept-Language.
import { LANGUAGES, type Language } from '@kippu/contract/limits';

/** Returns the first supported language that the header names; Japanese if it names none. */
export function requestLanguage(header: string | undefined): Language {
  for (const part of (header ?? '').split(',')) {
    const wanted = part.split(';')[0]?.trim().toLowerCase() ?? '';
    const exact = LANGUAGES.find((language) => language.toLowerCase() === wanted);
    if (exact) return exact;
    if (/^zh-(hant|tw|hk|mo)/.test(wanted)) return 'zh-TW';
    if (/^zh/.test(wanted)) return 'zh-CN';
    const base = LANGUAGES.find((language) => language === wanted.split('-')[0]);
    if (base) return base;
  }
  return 'ja';
}
