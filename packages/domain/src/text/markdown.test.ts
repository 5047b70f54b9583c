import { expect, test } from 'vitest';
import { boldPieces, parseMarkdown } from './markdown.ts';

test('paragraphs, lists and headings are recognised with any line ends', () => {
  expect(parseMarkdown('## Head\r\nOne\r\ntwo\r\n\r\n- a\r\n  b\n* c\n\n\n<b>d</b>')).toEqual([
    { kind: 'heading', level: 2, text: 'Head' },
    { kind: 'paragraph', text: 'One two' },
    { kind: 'list', items: ['a b', 'c'] },
    { kind: 'paragraph', text: '<b>d</b>' },
  ]);
  expect(parseMarkdown(' \n ')).toEqual([]);
});

test('text between two pairs of asterisks is bold', () => {
  expect(boldPieces('a **b** c **d')).toEqual([
    { bold: false, words: 'a ' },
    { bold: true, words: 'b' },
    { bold: false, words: ' c **d' },
  ]);
});

test('only a sign at the start of a line makes a heading or an item', () => {
  for (const line of ['a # b', 'a - b', '#b', '-b', '#### b', '#', '- '])
    expect(parseMarkdown(line)).toEqual([{ kind: 'paragraph', text: line.trim() }]);
  expect(parseMarkdown('#   Wide')).toEqual([{ kind: 'heading', level: 1, text: 'Wide' }]);
  expect(parseMarkdown('-   wide')).toEqual([{ kind: 'list', items: ['wide'] }]);
});

test('a line with another kind of line end inside is a paragraph, so that no text is lost', () => {
  for (const line of ['# a\rb', '# a\u2028b', '- a\rb', '- a\u2029b'])
    expect(parseMarkdown(line)).toEqual([{ kind: 'paragraph', text: line }]);
});

test('a heading or a list ends the paragraph before it, and a paragraph begins a new list', () => {
  expect(parseMarkdown('text\n# Head\n- a\n- b')).toEqual([
    { kind: 'paragraph', text: 'text' },
    { kind: 'heading', level: 1, text: 'Head' },
    { kind: 'list', items: ['a', 'b'] },
  ]);
  expect(parseMarkdown('text\n- a')).toEqual([
    { kind: 'paragraph', text: 'text' },
    { kind: 'list', items: ['a'] },
  ]);
});

test('bold may be several words', () => {
  expect(boldPieces('**two words**')[1]).toEqual({ bold: true, words: 'two words' });
});

test('an empty line ends a paragraph, and a third level is a heading', () => {
  expect(parseMarkdown('one\n\ntwo\n### Three')).toEqual([
    { kind: 'paragraph', text: 'one' },
    { kind: 'paragraph', text: 'two' },
    { kind: 'heading', level: 3, text: 'Three' },
  ]);
});
