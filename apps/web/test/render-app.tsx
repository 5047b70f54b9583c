// Opens the whole app at an address, against a fake server, as a traveller or as a visitor.
import type { Member } from '@kippu/contract/calls/traveller/account';
import type { Language } from '@kippu/contract/languages';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { App } from '../src/app/boot/app.tsx';
import { addressOf, type RouteName, type RouteParams } from '../src/app/router/link-to.ts';
import { queryClient } from '../src/app/query/queries.ts';
import { navigateTo } from '../src/app/router/router.ts';
import { endSession } from '../src/app/session/session.ts';
import { changeSettings } from '../src/app/storage/settings.ts';
import { loadMessages } from '@kippu/words/load-messages';
import { wholeSpeech, type Speech } from '../src/i18n/speech.tsx';
import type { Messages } from '@kippu/words/app-words';
import { FakeServer } from './fake-server.ts';
import { signIn } from './sign-in.ts';

interface Options {
  /** The signed-in account; null for a visitor. */
  readonly account?: Partial<Member> | null;
  readonly server?: FakeServer;
  readonly language?: Language;
  /** Loads the words that the app starts with. By default, all. */
  readonly speech?: () => Promise<Speech>;
}
export interface OpenedApp {
  readonly server: FakeServer;
  readonly words: Messages;
  readonly user: UserEvent;
  /** Goes to another screen, as a link does. */
  readonly go: <N extends RouteName>(name: N, params: RouteParams[N]) => Promise<void>;
}

/** Opens the app at a screen. Clears memory and storage of the previous test; only this test's server has data. */
export async function renderApp<N extends RouteName>(
  name: N,
  params: RouteParams[N],
  { account = {}, server = new FakeServer(), language = 'en', speech }: Options = {},
): Promise<OpenedApp> {
  vi.stubGlobal('fetch', server.fetch);
  endSession();
  queryClient.clear();
  localStorage.clear();
  // Values that were read from it are read again, as after a change by another tab.
  window.dispatchEvent(new StorageEvent('storage'));
  sessionStorage.clear();
  changeSettings({ language });
  if (account) signIn(account);
  navigateTo('/packages/other/404', { replace: true });
  navigateTo(addressOf(name, params), { replace: true });
  const words = await loadMessages(language);
  const shown = await (speech ? speech() : wholeSpeech(language, words));
  await act(async () => render(<App speech={shown} />));
  return {
    server,
    words,
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    go: async (to, at) => act(async () => navigateTo(addressOf(to, at))),
  };
}

/** Presses the last control with this name. A dialog's control comes after the one that opened it. */
export async function press(name: string): Promise<void> {
  await pressOn(await findControl(name));
}

/** Presses the open dialog's control with this name, which may be that of the control that opened the dialog. */
export async function pressInDialog(name: string): Promise<void> {
  const control = await waitFor(() => {
    const dialog = document.querySelector('dialog');
    if (!dialog) throw new Error('no dialog is open');
    return within(dialog).getByText(isControl(name));
  });
  await pressOn(control);
}

async function pressOn(control: HTMLElement): Promise<void> {
  // Two presses of a test are two acts, however fast they follow each other, and not a double tap.
  const real = performance.now.bind(performance);
  performance.now = () => real() + 1_000;
  await act(async () => fireEvent.click(control));
}

const isControl = (name: string) => (_text: string, element: Element | null) =>
  element instanceof HTMLElement &&
  element.matches('a[href], button:not([aria-disabled=true])') &&
  (element.getAttribute('aria-label') ?? element.textContent)?.trim() === name;

/** Finds the button or link with this name that can be pressed. */
export const findControl = async (name: string): Promise<HTMLElement> =>
  (await screen.findAllByText(isControl(name))).at(-1)!;
