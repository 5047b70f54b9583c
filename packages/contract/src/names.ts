// Names in five languages: reading the one of a language. The schema of such names is `fiveNames` in fields.ts.
import type { Language } from './limits.ts';

const SUFFIXES: Record<Language, readonly string[]> = {
  ja: ['Jp'],
  en: ['En'],
  ko: ['Kr'],
  'zh-CN': ['Cn'],
  'zh-TW': ['Tc', 'TC'],
};
/**
 * Returns the name of `holder` in `language`, such as `nameIn(station, 'stationName', 'ko')`. A missing or empty name
 * falls back to Japanese, then to ''.
 */
export function nameIn(holder: object, prefix: string, language: Language): string {
  const names = holder as Record<string, unknown>;
  for (const suffix of [...SUFFIXES[language], ...SUFFIXES.ja]) {
    const name = names[prefix + suffix];
    if (typeof name === 'string' && name !== '') return name;
  }
  return '';
}
