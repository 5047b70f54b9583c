// The index of the languages is what their folders make it: a folder alone adds a language.
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generatedFiles } from './index-words.mjs';

const WORDS = path.join(import.meta.dirname, '../../packages/words/src');

test('packages/words/src/generated/ fits the folders; if not, run npm run words', () => {
  const there = readdirSync(path.join(WORDS, 'generated'));
  const made = generatedFiles(WORDS);
  expect(there.toSorted()).toEqual([...made.keys()].toSorted());
  for (const [file, text] of made)
    expect(readFileSync(path.join(WORDS, 'generated', file), 'utf8'), file).toBe(text);
});

test('a new folder is a new language, named by its tag', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'kippu-words-'));
  try {
    for (const folder of ['en', 'sr-latn-rs', 'no-language']) mkdirSync(path.join(root, folder));
    for (const folder of ['en', 'sr-latn-rs']) writeFileSync(path.join(root, folder, 'pages.ts'), '');
    const pages = generatedFiles(root).get('pages.ts');
    expect(pages).toContain("import { page as srLatnRS } from '../sr-latn-rs/pages.ts';");
    expect(pages).toContain("export const PAGES = {\n  en,\n  'sr-Latn-RS': srLatnRS,\n};");
    expect(pages).not.toContain('no-language');
    expect(generatedFiles(root).get('app.ts')).toContain(
      "'sr-Latn-RS': async () => (await import('../sr-latn-rs/app/all.ts')).messages,",
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});
