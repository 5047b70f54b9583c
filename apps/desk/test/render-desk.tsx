// Opens the desk at an address with a fake server, signed in or not.
import type { Staff } from '@kippu/contract/calls/desk/staff';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { App } from '../src/app/shell/app.tsx';
import { queryClient } from '../src/app/call/queries.ts';
import { sessionOver, getSession, signedIn, signedOut } from '../src/app/session/session.ts';
import { setLanguage } from '../src/app/text/texts.ts';
import { aStaff } from './factories.ts';
import { FakeServer } from './fake-server.ts';

interface Options {
  readonly server?: FakeServer;
  /** Who is signed in, or null for nobody. */
  readonly staff?: Partial<Staff> | null;
  /** Which part of the page is rendered. */
  readonly part?: ReactNode;
}

/** Opens the desk in English at a hash. Memory and storage of the previous test are cleared. */
export async function renderDesk(
  hash: string,
  { server = new FakeServer(), staff = {}, part = <App /> }: Options = {},
): Promise<FakeServer> {
  vi.stubGlobal('fetch', server.fetch);
  const { token } = getSession();
  if (token !== null) sessionOver(token, '');
  signedOut();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  setLanguage('en');
  location.hash = hash;
  if (staff) signedIn('token-1', aStaff(staff));
  await act(async () => render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>));
  return server;
}

export const nameOf = (control: Element): string =>
  (control.getAttribute('aria-label') ?? control.textContent ?? '').trim();

/** Returns the enabled buttons and links below `root`. */
export const controlsIn = (root: ParentNode): readonly HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>('a[href], button:not([aria-disabled=true])'),
];

/** Presses the last control with this name, once it exists. */
export async function press(name: string): Promise<void> {
  const control = await waitFor(() => {
    const found = controlsIn(document).findLast((each) => nameOf(each) === name);
    if (!found) throw new Error(`no control ${name}`);
    return found;
  });
  const form = control.closest('form');
  await act(async () => {
    // The test environment does not submit a form by its button.
    if (control.getAttribute('type') === 'submit' && form) fireEvent.submit(form);
    else fireEvent.click(control);
  });
}

/** Types into the last field with this label, once it exists. */
export async function fill(label: string | RegExp, value: string): Promise<void> {
  const field = (await screen.findAllByLabelText(label)).at(-1);
  if (!field) throw new Error(`no field ${String(label)}`);
  await act(async () => fireEvent.change(field, { target: { value } }));
}

/** Chooses a file from the disk. */
export async function choose(label: string, file: File): Promise<void> {
  const field = (await screen.findAllByLabelText(label)).at(-1);
  if (!field) throw new Error(`no field ${label}`);
  await act(async () => fireEvent.change(field, { target: { files: [file] } }));
}
