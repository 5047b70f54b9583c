// A message is split where the app joined it.
import { expect, test } from 'vitest';
import { partsOf, topicWord } from './feedback-words.ts';

test('the traveller’s text and the Help question keep their lines', () => {
  expect(partsOf('One\n\nTwo\n\n— Help —\nQ: a\nA: b')).toEqual({ words: 'One\n\nTwo', chat: 'Q: a\nA: b' });
  expect(partsOf('— Help —\nQ: a')).toEqual({ words: '', chat: 'Q: a' });
  for (const words of ['One', '', '— Help', 'a — Help —\nb'])
    expect(partsOf(words)).toEqual({ words, chat: '' });
});

test('an unknown topic is shown as it was sent', () => {
  expect([topicWord('gate').en, topicWord('toString').en]).toEqual(['Gate or station', 'toString']);
});
