// Checks the current page for WCAG 2.2 A and AA, as far as a program can.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { movementEnds } from './movement-ends.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns each violation as one line: the rule, the count and the first place. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  // Content that is fading in has a lower contrast than in the end.
  await movementEnds(page);
  // Run by the debugger, because the page's policy blocks foreign scripts.
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(source);
  const results = await page.evaluate<AxeResults, readonly string[]>(
    (tags) =>
      window.axe.run(document, {
        runOnly: { type: 'tag', values: [...tags] },
        // Only violations are read.
        resultTypes: ['violations'],
        selectors: false,
        preload: false,
      }),
    TAGS,
  );
  return results.violations.flatMap(({ id, nodes }) => {
    // Content under a docked bar can be scrolled into view. Its visible size is not what the rule measures.
    const real = nodes.filter(
      (node) => !(id === 'target-size' && /obscured/.test(node.failureSummary ?? '')),
    );
    return real.length === 0 ? [] : [`${id} x${real.length}: ${real[0]?.html.slice(0, 160)}`];
  });
}

declare global {
  interface Window {
    axe: { run(context: Document, options: object): Promise<AxeResults> };
  }
}
