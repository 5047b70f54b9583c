// Words of the other railways on a screen of the railway under test.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { searchForOthers } from '../../../scripts/words/railway-words.mjs';
import { OPERATOR_DIR } from './operator.ts';

const OPERATORS = dirname(OPERATOR_DIR);
const search = searchForOthers(OPERATOR_DIR);
/** Attributes that are shown or read out. */
const SHOWN = ['aria-label', 'alt', 'title', 'placeholder'] as const;

/** Returns a line for each word of another railway in the page's title, in its text and in what a screen reader reads. */
export async function wordsOfOthersOn(page: Page, name: string): Promise<readonly string[]> {
  const texts = await page.evaluate(
    (attributes) => [
      document.title,
      document.body.innerText,
      ...[...document.querySelectorAll('option')].map((each) => each.text),
      ...[...document.querySelectorAll('*')].flatMap((each) =>
        attributes.flatMap((attribute) => each.getAttribute(attribute) ?? []),
      ),
    ],
    SHOWN,
  );
  return search(name, texts.join('\n'));
}

/** Returns the name of another railway's app. */
export function nameOfAnother(): string {
  for (const name of readdirSync(OPERATORS)) {
    const file = join(OPERATORS, name, 'operator.json');
    if (name === basename(OPERATOR_DIR) || !existsSync(file)) continue;
    const { appName }: { appName: string } = JSON.parse(readFileSync(file, 'utf8'));
    return appName;
  }
  throw new Error('there is no other railway');
}
