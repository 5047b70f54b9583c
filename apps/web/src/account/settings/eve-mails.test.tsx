// The mail of the evening before is switched off and on in Account, and the tick shows what is saved.
import { memberLoad, updateInfo } from '@kippu/contract/calls/traveller/account';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aMember } from '../../../test/factories.ts';
import { FakeServer, refuses, succeeds } from '../../../test/fake-server.ts';
import { renderApp } from '../../../test/render-app.tsx';

afterEach(() => vi.unstubAllGlobals());

async function open(eveMails?: boolean) {
  const server = new FakeServer();
  const member = aMember(eveMails === undefined ? {} : { eveMails });
  server.give(memberLoad, member);
  const app = await renderApp('account', {}, { server, account: member });
  await screen.findByText(app.words.account.groupDisplay);
  return { server, w: app.words.account };
}
const box = () => screen.getByRole<HTMLInputElement>('checkbox');

test('a tick is saved at once, and stays', async () => {
  const { server, w } = await open(true);
  server.answer(updateInfo, ({ body }) => succeeds(aMember(body as { eveMails: boolean })));
  expect(box().checked).toBe(true);
  fireEvent.click(box());
  expect(await screen.findByText(w.saved)).toBeTruthy();
  expect(server.of(updateInfo).map(({ body }) => body)).toEqual([{ eveMails: false }]);
  await waitFor(() => expect(box().checked).toBe(false));
});

test('what is not saved is not shown as saved', async () => {
  const { server } = await open(false);
  server.answer(updateInfo, () => refuses('REQ-0010'));
  fireEvent.click(box());
  await waitFor(() => expect(server.of(updateInfo).length).toBeGreaterThan(0));
  await waitFor(() => expect(box().disabled).toBe(false));
  expect(box().checked).toBe(false);
});

test('a railway without such mails offers none', async () => {
  await open();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
