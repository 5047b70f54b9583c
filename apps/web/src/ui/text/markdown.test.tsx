// A notice is text: its markup is shown as written and never becomes part of the page.
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loadWholeSpeech, SpeechProvider } from '../../i18n/speech.tsx';
import { Markdown } from './markdown.tsx';

test('markup and links in a text are shown as they are written', async () => {
  const speech = await loadWholeSpeech('en');
  const odd = '<img src=x onerror=alert(1)> [press](javascript:alert(1)) <b>b</b>';
  const { container } = render(
    <SpeechProvider speech={speech}>
      <Markdown source={`## ${odd}\n\n- ${odd}\n\n${odd} **${odd}**`} />
    </SpeechProvider>,
  );
  const names = [...container.querySelectorAll('*')].map(({ localName }) => localName);
  expect(new Set(names)).toEqual(new Set(['div', 'h2', 'ul', 'li', 'p', 'strong']));
  expect(container.textContent).toBe(`${odd}${odd}${odd} ${odd}`);
});
