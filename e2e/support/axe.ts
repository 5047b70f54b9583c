// WCAG 2.2 A and AA as far as a program can tell, on the page as it stands.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { movementEnds } from './movement-ends.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Gives each violation as one line: rule, how many, the first place. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  // What is still fading in has a weaker contrast than it is going to have.
  await movementEnds(page);
  // Run by the debugger, since the page's own policy lets no foreign script in.
  await page.evaluate(source);
  const results = await page.evaluate<AxeResults, readonly string[]>(
    (tags) => window.axe.run(document, { runOnly: { type: 'tag', values: [...tags] } }),
    TAGS,
  );
  return results.violations.flatMap(({ id, nodes }) => {
    // What a docked bar covers now is scrolled free by a thumb: its size is not what the rule measures.
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
