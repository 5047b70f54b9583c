// The little Markdown our own texts use, as elements: headings, paragraphs, lists, bold. No HTML ever passes.
import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/messages.ts';
import css from './markdown.module.css';
import { wholeWords } from './whole-words.ts';

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

/** Takes Markdown; gives its blocks. Whatever is not known is a paragraph, read as it stands. */
export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = [];
  for (const chunk of source.replaceAll('\r\n', '\n').split(/\n{2,}/)) {
    let lines: string[] = [];
    let items: string[] = [];
    const flush = () => {
      if (lines.length > 0) blocks.push({ kind: 'paragraph', text: lines.join(' ') });
      if (items.length > 0) blocks.push({ kind: 'list', items });
      [lines, items] = [[], []];
    };
    for (const line of chunk.split('\n').map((raw) => raw.trim())) {
      const heading = /^(#{1,3}) +(.+)$/.exec(line);
      const item = /^[-*] +(.+)$/.exec(line);
      if (heading?.[1] && heading[2]) {
        flush();
        blocks.push({ kind: 'heading', level: heading[1].length as 1 | 2 | 3, text: heading[2] });
      } else if (item?.[1]) {
        if (lines.length > 0) flush();
        items.push(item[1]);
      } else if (line !== '') {
        const last = items.length - 1;
        // A list item may run on over the next line.
        if (last >= 0) items[last] += ` ${line}`;
        else lines.push(line);
      }
    }
    flush();
  }
  return blocks;
}

function withBold(text: string): ReactNode[] {
  return text
    .split(/\*\*(.+?)\*\*/)
    .map((piece, index) => (index % 2 === 1 ? <strong key={index}>{piece}</strong> : piece));
}

/** Shows a text. */
export const Markdown = ({ source }: { readonly source: string }) => (
  <MarkdownBlocks blocks={parseMarkdown(source)} />
);

/** Shows blocks of a text that was taken apart before. */
export function MarkdownBlocks({ blocks }: { readonly blocks: readonly Block[] }) {
  const language = useLanguage();
  const inline = (text: string) => withBold(wholeWords(text, language));
  return (
    <div className={css['text']}>
      {blocks.map((block, index) => {
        if (block.kind === 'paragraph') return <p key={index}>{inline(block.text)}</p>;
        if (block.kind === 'list')
          return (
            <ul key={index} className={css['list']}>
              {block.items.map((item) => (
                <li key={item}>{inline(item)}</li>
              ))}
            </ul>
          );
        const Heading = block.level === 3 ? 'h3' : 'h2';
        return (
          <Heading key={index} className={css['heading']}>
            {inline(block.text)}
          </Heading>
        );
      })}
    </div>
  );
}
