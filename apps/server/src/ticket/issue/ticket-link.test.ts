// The token is found in whatever a traveller pastes.
import { expect, test } from 'vitest';
import { linkOf, newLinkToken, tokenOf } from './ticket-link.ts';

test('a token is read from our link, any host, a redirector, a message and the token alone', () => {
  for (let i = 0; i < 50; i += 1) {
    const token = newLinkToken();
    const link = linkOf('https://kippu.example', token);
    for (const pasted of [
      link,
      ` ${link.toLowerCase()}\n`,
      `https://old.example/?utm=1&link=${token}#top`,
      `https://safe.example/?url=${encodeURIComponent(link)}&n=2`,
      `https://safe.example/?url=${encodeURIComponent(encodeURIComponent(link))}`,
      `Your tickets: ${link}. Have a good trip!`,
      token,
      token.replace(/(.{4})/g, '$1 '),
      token.replace(/(.{4})/g, '$1-'),
      `https://kippu.example/t/${token}`,
      `100% sure: ${link}`,
    ])
      expect(tokenOf(pasted)).toBe(token);
  }
});

test('other text contains no token', () => {
  for (const pasted of [
    '',
    ' ',
    'https://kippu.example/',
    '%',
    '%zz',
    'A'.repeat(25),
    'A'.repeat(27),
    'U'.repeat(26),
  ])
    expect(tokenOf(pasted)).toBeNull();
});
