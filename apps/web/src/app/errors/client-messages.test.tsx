// Each message of the phone's own is shown by some screen, and each of those that no refusal brings is shown here.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ticketTrainList } from '@kippu/contract/calls/traveller/train';
import { ticketList, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { CallError } from '@kippu/client/call-error';
import { bind } from '@kippu/contract/routes/traveller/ticket';
import { CLIENT_MESSAGES, type ClientMessage } from '@kippu/words/client-messages';
import { loadMessages } from '@kippu/words/load-messages';
import { LANGUAGES } from '@kippu/words/languages';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FakeServer } from '../../../test/fake-server.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { deniedText } from '../call/show-denied.ts';
import type { RouteName, RouteParams } from '../router/link-to.ts';

const SOURCE = join(import.meta.dirname, '../..');
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
  .join('\n');

test.each(CLIENT_MESSAGES)('the message %s is used', (name) => {
  expect(sources).toMatch(new RegExp(`client\\.${name}\\b|["']${name}["']`));
});

const INCOMPLETE: readonly (readonly [RouteName, Record<string, string>, ClientMessage])[] = [
  ['detail', {}, 'ticketIdMissing'],
  ['code', {}, 'ticketIdMissing'],
  ['train', {}, 'ticketIdMissing'],
  ['addResult', {}, 'ticketIdMissing'],
  ['reservation', {}, 'reservationIdMissing'],
  ['reserveResult', {}, 'reservationIdMissing'],
  ['cancelResult', {}, 'reservationIdMissing'],
  ['notice', {}, 'noticeIdMissing'],
  ['chooseSeat', { ticketIds: 'ticket-1', departureId: 'haruka-1', from: 'kix' }, 'stationsMissing'],
  ['mpmTap', { ticketId: 'ticket-1' }, 'linkError'],
];
test.each(INCOMPLETE)('the address of %s without %j says what is missing', async (name, params, message) => {
  const { words } = await renderApp(name, params as unknown as RouteParams[typeof name]);
  await screen.findByText(words.client[message]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words.notFound.title);
  expect(document.querySelector('main a[href]')).not.toBeNull();
});

test.each([
  [400, 'httpError'],
  [418, 'httpError'],
  [405, 'serverConfig'],
  [421, 'serverConfig'],
] as const)('an answer of a proxy with status %i is called %s', async (status, message) => {
  const server = new FakeServer();
  server.answer(ticketList, () => Response.json({ error: 'proxy' }, { status }));
  const { words } = await renderApp('tickets', {}, { server });
  await screen.findByText(words.client[message]);
});

test('a ticket’s id that can be none is told as such', async () => {
  const server = new FakeServer();
  server.refuse(ticketLoad, 'REQ-0001');
  const { words } = await renderApp('detail', { ticketId: 'ticket-1' }, { server });
  await screen.findByText(words.client.ticketInvalid);
});

test('trains that the server cannot read are told as such', async () => {
  const server = new FakeServer();
  server.refuse(ticketTrainList, 'REQ-0007');
  const { words } = await renderApp('train', { ticketIds: 'ticket-1' }, { server });
  await screen.findByText(words.client.trainsFailed);
});

test.each(LANGUAGES)(
  'a missing permission is called by its code, else by what was refused: %s',
  async (language) => {
    const { client, errors } = await loadMessages(language);
    const denied = (code: string, call = ticketList as typeof bind | typeof ticketList) =>
      deniedText(new CallError('refused', { status: 403, code, call }), language);
    expect(await denied('AUTH-0014', bind)).toBe(errors['AUTH-0014']);
    expect(await denied('AUTH-0099')).toBe(client.permissionAllocation);
    expect(await denied('', bind)).toBe(client.noAddPermission);
    expect(await denied('')).toBe(errors['SES-0006']);
  },
);
