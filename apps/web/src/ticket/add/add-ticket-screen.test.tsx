// One field that knows what it is given: the error stands under it, and nothing typed is lost.
import { bind } from '@kippu/contract/calls/traveller/ticket';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { aTicket } from '../../../test/factories.ts';
import { FakeServer, refuses, succeeds } from '../../../test/fake-server.ts';
import { press, renderApp } from '../../../test/render-app.tsx';

const CODE = 'ABCD2345EFGH6789';
afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

/** Opens the form against a server that remembers what it was asked, and refuses one text. */
async function open(refused?: string) {
  const server = new FakeServer();
  const asked: unknown[] = [];
  server.answer(bind, ({ query, body }) => {
    asked.push([query['preview'], body]);
    return JSON.stringify(body).includes(refused ?? ' none ')
      ? refuses('TKT-0002')
      : succeeds({ tickets: [aTicket()] });
  });
  const app = await renderApp('add', {}, { server });
  const { proofLabel } = app.words.ticket;
  const field = await screen.findByLabelText<HTMLInputElement>(proofLabel);
  const type = (text: string) =>
    fireEvent.change(screen.getByLabelText(proofLabel), { target: { value: text } });
  return { ...app, asked, field, type };
}

// The first test does not wait for the screen's files.
beforeAll(() => import('./add-ticket-screen.tsx'));

test('a code is previewed, confirmed and added', async () => {
  const { words, asked, type } = await open();
  type(` ${CODE} `);
  await press(words.ticket.check);
  await screen.findByText(words.ticket.previewTitle(1));
  await press(words.ticket.bind(1));
  await screen.findByText(words.ticket.addedTitle);
  expect(asked).toEqual([
    ['true', { redeemCode: CODE }],
    [undefined, { redeemCode: CODE }],
  ]);
});

test('a wrong code is refused under its field, which keeps it and has the focus', async () => {
  const { words, field, type } = await open(CODE);
  type(CODE);
  await press(words.ticket.check);
  await screen.findByText(words.errors['TKT-0002']);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(
    document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent,
  ).toBe(words.errors['TKT-0002']);
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe(CODE);
  type('ABCD2345EFGH');
  expect(screen.queryByText(words.errors['TKT-0002'])).toBeNull();
  await press(words.ticket.check);
  await screen.findByText(words.ticket.previewTitle(1));
  await press(words.ticket.other);
  expect((await screen.findByLabelText<HTMLInputElement>(words.ticket.proofLabel)).value).toBe(
    'ABCD2345EFGH',
  );
});

test('an empty field is named, and nothing is sent', async () => {
  const { words, asked, field } = await open();
  await press(words.ticket.check);
  await screen.findByText(words.client.ticketLinkEmpty);
  expect(document.activeElement).toBe(field);
  expect(asked).toEqual([]);
});

test('paste reads the clipboard and checks at once; without permission the field has the focus', async () => {
  const readText = vi.fn(async () => `Redeem code: ${CODE}`);
  const { words, asked, field } = await open();
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { readText } });
  readText.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  await press(words.ticket.paste);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(asked).toEqual([]);
  await press(words.ticket.paste);
  await screen.findByText(words.ticket.previewTitle(1));
  expect(asked).toEqual([['true', { redeemCode: CODE }]]);
});

test('a browser whose pages cannot read the clipboard shows no button for it', async () => {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: {} });
  const { words } = await open();
  expect(screen.queryByText(words.ticket.paste)).toBeNull();
});
