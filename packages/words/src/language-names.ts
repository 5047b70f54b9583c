// The languages, each by its own name.
import type { Language } from '@kippu/contract/limits';

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  ja: '日本語',
  en: 'English',
  ko: '한국어',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
};
