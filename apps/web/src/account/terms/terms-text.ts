// The operator's terms and privacy policy, one file a language, loaded when they are read.
import type { Language } from '@kippu/contract/limits';

// Named one by one, so that the folder's README stays out of the app.
const FILES = import.meta.glob<string>('../../../operator/terms/{ja,en,ko,zh-CN,zh-TW}.md', {
  query: '?raw',
  import: 'default',
});

/** Loads the file of a language; it holds the terms first, then the privacy policy. */
export async function loadTerms(language: Language): Promise<string> {
  const load = FILES[`../../../operator/terms/${language}.md`];
  if (!load) throw new Error(`no terms in ${language}`);
  return load();
}
