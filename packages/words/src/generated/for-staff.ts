// Written by scripts/words/index-words.mjs from the folders of the languages. `npm run words` writes it again.

export const FOR_STAFF = {
  de: async () => (await import('../de/app/for-staff.ts')).forStaff,
  en: async () => (await import('../en/app/for-staff.ts')).forStaff,
  ja: async () => (await import('../ja/app/for-staff.ts')).forStaff,
  ko: async () => (await import('../ko/app/for-staff.ts')).forStaff,
  'zh-CN': async () => (await import('../zh-cn/app/for-staff.ts')).forStaff,
  'zh-TW': async () => (await import('../zh-tw/app/for-staff.ts')).forStaff,
};
