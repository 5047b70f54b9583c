// The operator's terms and privacy policy: one file per language, loaded on demand.
import type { Language } from '@kippu/contract/limits';

// The pattern names each file, so that the folder's README stays out of the app.
const FILES = import.meta.glob<string>('../../../../../operator/terms/{ja,en,ko,zh-CN,zh-TW}.md', {
  query: '?raw',
  import: 'default',
});

/** Loads the file of a language. It holds the terms first, then the privacy policy. */
export async function loadTerms(language: Language): Promise<string> {
  const load = FILES[`../../../../../operator/terms/${language}.md`];
  if (!load) throw new Error(`no terms in ${language}`);
  return load();
}
