// Written by scripts/words/index-words.mjs from the folders of the languages. `npm run words` writes it again.

export const APP = {
  de: async () => (await import('../de/app/all.ts')).messages,
  en: async () => (await import('../en/app/all.ts')).messages,
  ja: async () => (await import('../ja/app/all.ts')).messages,
  ko: async () => (await import('../ko/app/all.ts')).messages,
  'zh-CN': async () => (await import('../zh-cn/app/all.ts')).messages,
  'zh-TW': async () => (await import('../zh-tw/app/all.ts')).messages,
};

export const FIRST = {
  de: async () => (await import('../de/app/first.ts')).first,
  en: async () => (await import('../en/app/first.ts')).first,
  ja: async () => (await import('../ja/app/first.ts')).first,
  ko: async () => (await import('../ko/app/first.ts')).first,
  'zh-CN': async () => (await import('../zh-cn/app/first.ts')).first,
  'zh-TW': async () => (await import('../zh-tw/app/first.ts')).first,
};
