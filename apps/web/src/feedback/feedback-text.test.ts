import { expect, test } from 'vitest';
import {
  MAX_CONVERSATION,
  conversationTail,
  lengthOf,
  roomFor,
  MAX_TEXT,
  textToSend,
} from './feedback-text.ts';

test('words are counted as the server counts them', () => {
  expect(lengthOf('🚆京都')).toBe(3);
});

test('a long conversation keeps its end, whole lines only', () => {
  const lines = Array.from({ length: 100 }, (_, at) => `> question ${at}`).join('\n');
  const tail = conversationTail(lines);
  expect(lengthOf(tail)).toBeLessThanOrEqual(MAX_CONVERSATION);
  expect(tail.endsWith('> question 99')).toBe(true);
  expect(tail.startsWith('> question')).toBe(true);
  expect(conversationTail('x'.repeat(900))).toBe('');
});

test('a text of the greatest length is accepted by the server', () => {
  for (const conversation of ['', '> 改札は', `> ${'あ'.repeat(700)}`]) {
    const words = '字'.repeat(roomFor(conversation));
    expect(lengthOf(textToSend(words, conversation))).toBeLessThanOrEqual(MAX_TEXT);
  }
});
