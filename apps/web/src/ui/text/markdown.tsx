// The little Markdown our own texts use, as elements.
import type { ReactNode } from 'react';
import { boldPieces, parseMarkdown, type Block } from '@kippu/domain/markdown';
import { useLanguage } from '../i18n/messages.ts';
import css from './markdown.module.css';
import { wholeWords } from './whole-words.ts';

/** Shows a text. */
export const Markdown = ({ source }: { readonly source: string }) => (
  <MarkdownBlocks blocks={parseMarkdown(source)} />
);

/** Shows blocks of a text that was taken apart before. */
export function MarkdownBlocks({ blocks }: { readonly blocks: readonly Block[] }) {
  const language = useLanguage();
  const inline = (text: string): ReactNode[] =>
    boldPieces(wholeWords(text, language)).map(({ bold, words }, index) =>
      bold ? <strong key={index}>{words}</strong> : words,
    );
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
