// Renders the small part of Markdown that the operator's texts use.
import type { ReactNode } from 'react';
import { boldPieces, parseMarkdown, type Block } from '@kippu/domain/text/markdown';
import { useLanguage } from '../../i18n/messages.ts';
import css from './markdown.module.css';
import { wholeWords } from './whole-words.ts';

/** Parses and shows a text. */
export const Markdown = ({ source }: { readonly source: string }) => (
  <MarkdownBlocks blocks={parseMarkdown(source)} />
);

/** Shows parsed blocks of a text. */
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
