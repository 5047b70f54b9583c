import { expect, test } from 'vitest';
import { boldPieces, parseMarkdown } from './markdown.ts';

test('paragraphs, lists and headings are told apart, whatever ends their lines', () => {
  expect(parseMarkdown('## Head\r\nOne\r\ntwo\r\n\r\n- a\r\n  b\n* c\n\n\n<b>d</b>')).toEqual([
    { kind: 'heading', level: 2, text: 'Head' },
    { kind: 'paragraph', text: 'One two' },
    { kind: 'list', items: ['a b', 'c'] },
    { kind: 'paragraph', text: '<b>d</b>' },
  ]);
  expect(parseMarkdown(' \n ')).toEqual([]);
});

test('what stands between two pairs of stars is bold', () => {
  expect(boldPieces('a **b** c **d')).toEqual([
    { bold: false, words: 'a ' },
    { bold: true, words: 'b' },
    { bold: false, words: ' c **d' },
  ]);
});
