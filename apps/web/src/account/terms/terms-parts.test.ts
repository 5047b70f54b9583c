// The Markdown of the operator's texts: known markup becomes elements, anything else stays text.
import { offeredLanguages } from '@kippu/contract/languages';
import { parseMarkdown } from '@kippu/domain/text/markdown';
import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { loadWholeSpeech, SpeechProvider } from '../../i18n/speech.tsx';
import { MarkdownBlocks } from '../../ui/text/markdown.tsx';
import { partsOf } from './terms-parts.ts';

const speech = await loadWholeSpeech('en');
const html = (source: string) => {
  const blocks = createElement(MarkdownBlocks, { blocks: parseMarkdown(source) });
  return renderToStaticMarkup(createElement(SpeechProvider, { speech }, blocks)).replaceAll(
    / class="[^"]*"/g,
    '',
  );
};

test('headings, paragraphs, lists and bold', () => {
  expect(html('## 1. One\n\nA line\nthat runs **on**.\n\n- first\n  goes on\n- second')).toBe(
    '<div><h2>1. One</h2><p>A line that runs <strong>on</strong>.</p><ul><li>first goes on</li><li>second</li></ul></div>',
  );
});

test('HTML, links and stray marks are text', () => {
  expect(html('<img src=x onerror=alert(1)>')).toBe('<div><p>&lt;img src=x onerror=alert(1)&gt;</p></div>');
  expect(html('[a](javascript:alert(1)) ** #no')).toBe('<div><p>[a](javascript:alert(1)) ** #no</p></div>');
  expect(html('')).toBe('<div></div>');
});

test.each(offeredLanguages())(
  'terms and privacy in %s: two parts, the same sections as in Japanese',
  (language) => {
    const shape = (of: string) => {
      const file = new URL(`../../../../../operators/kansai/terms/${of}.md`, import.meta.url);
      return partsOf(parseMarkdown(readFileSync(file, 'utf8'))).map((part) =>
        part.map((block) => (block.kind === 'list' ? block.items.length : block.kind)),
      );
    };
    expect(shape(language)).toHaveLength(2);
    expect(shape(language)).toEqual(shape('ja'));
  },
);
