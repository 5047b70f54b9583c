// A message is taken apart where the app put it together.
import { expect, test } from 'vitest';
import { partsOf, topicWord } from './feedback-words.ts';

test('the traveller’s words and what was asked in Help keep their lines', () => {
  expect(partsOf('One\n\nTwo\n\n— Help —\nQ: a\nA: b')).toEqual({ words: 'One\n\nTwo', chat: 'Q: a\nA: b' });
  expect(partsOf('— Help —\nQ: a')).toEqual({ words: '', chat: 'Q: a' });
  for (const words of ['One', '', '— Help', 'a — Help —\nb'])
    expect(partsOf(words)).toEqual({ words, chat: '' });
});

test('a topic that this page does not know is shown as it was sent', () => {
  expect([topicWord('gate').en, topicWord('toString').en]).toEqual(['Gate or station', 'toString']);
});
