// The first screen of a visitor: how it goes, the language, and the way in that fits the phone.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadMessages } from '@kippu/words/load-messages';
import { languageName } from '@kippu/words/languages';
import { offeredLanguages } from '@kippu/contract/languages';
import { renderApp } from '../../../test/render-app.tsx';
import { forgetLastEmail, keepLastEmail } from '../../app/session/last-email.ts';
import { getSettings } from '../../app/storage/settings.ts';

const ways = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => link.textContent);

// The first test does not wait for the screen's files.
beforeAll(() => import('./welcome.tsx'));

test('a new phone offers an account first, one that knows an account the login', async () => {
  forgetLastEmail();
  const { words, go } = await renderApp('tickets', {}, { account: null });
  const { ticket: w } = words;
  await screen.findByText(w.welcomeText);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    w.addTicket,
    w.howUse,
    w.howGate,
  ]);
  expect(ways().slice(-2)).toEqual([w.signUp, w.login]);
  keepLastEmail('mei@example.com');
  await go('help', {});
  await go('tickets', {});
  await screen.findByText(w.welcomeText);
  expect(ways().slice(-2)).toEqual([w.login, w.signUp]);
  forgetLastEmail();
});

test.each(['tickets', 'login', 'signUp'] as const)(
  'the language is chosen on the screen %s by its own name, and kept',
  async (route) => {
    forgetLastEmail();
    const { words } = await renderApp(route, {}, { account: null });
    const picker = await screen.findByLabelText(words.common.language);
    expect(
      within(picker)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(offeredLanguages().map(languageName));
    await act(async () => fireEvent.change(picker, { target: { value: 'ja' } }));
    const japanese = await loadMessages('ja');
    await screen.findByLabelText(japanese.common.language);
    expect(document.documentElement.lang).toBe('ja');
    expect(getSettings().language).toBe('ja');
  },
);
