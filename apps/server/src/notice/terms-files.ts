// The operator's terms of use and privacy policy: one file a language, read at the start.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorDataError } from '../platform/operator/files/operator-files.ts';

const FOLDER = 'terms';
/** The terms, then the privacy policy, each under a first-level heading. */
const PARTS = 2;

/** Reads the Markdown of a language. Throws OperatorDataError if it is missing or has not both parts. */
export function loadTerms(dir: string, language: string): string {
  const file = join(FOLDER, `${language}.md`);
  const path = join(dir, file);
  if (!existsSync(path))
    throw new OperatorDataError([
      { file, line: 1, problem: `the file is missing, and languages offers '${language}'; add it` },
    ]);
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  const parts = text.split('\n').filter((line) => line.startsWith('# ')).length;
  if (parts !== PARTS)
    throw new OperatorDataError([
      {
        file,
        line: 1,
        problem: `${parts} first-level headings; write two, one over the terms and one over the privacy policy`,
      },
    ]);
  return text;
}
