// A traveller who cannot log in reaches the operator: from the message that says so, by the form without a login, by phone or email.
import { login } from '@kippu/contract/calls/traveller/account';
import { feedbackSave, visitorFeedback } from '@kippu/contract/calls/traveller/feedback';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CALL_STEPS } from '../../test/call-steps.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { press, renderApp, type OpenedApp } from '../../test/render-app.tsx';
import { currentPlace } from '../app/router/router.ts';

async function write({ words: { help: w } }: OpenedApp): Promise<void> {
  fireEvent.change(await screen.findByLabelText(w.topic), { target: { value: 'account' } });
  fireEvent.change(screen.getByLabelText(w.text), { target: { value: ' I cannot log in. ' } });
  fireEvent.change(screen.getByLabelText(w.replyTo), { target: { value: 'Mei@Example.com' } });
  await press(w.sendFeedback);
}

test('a visitor writes to the operator without a login', async () => {
  const server = new FakeServer();
  const app = await renderApp('feedback', {}, { server, account: null });
  await write(app);
  await screen.findByText(app.words.help.sentText);
  expect(server.of(visitorFeedback).map(({ body }) => body)).toMatchObject([
    { topic: 'account', text: 'I cannot log in.', email: 'mei@example.com' },
  ]);
  expect(server.of(feedbackSave)).toEqual([]);
});

test('a visitor’s message that was lost on the way is sent again with its id', async () => {
  const server = new FakeServer();
  server.lose(visitorFeedback);
  const app = await renderApp('feedback', {}, { server, account: null });
  await write(app);
  await screen.findByText(app.words.client.networkDown);
  server.give(visitorFeedback, null);
  await press(app.words.common.retry);
  await screen.findByText(app.words.help.sentText);
  const ids = server.of(visitorFeedback).map(({ body }) => (body as { messageId: string }).messageId);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(1);
});

test('after many messages from the network a check is offered before the next is sent', async () => {
  const server = new FakeServer();
  server.refuse(visitorFeedback, 'imgCodeError');
  const app = await renderApp('feedback', {}, { server, account: null });
  await write(app);
  await screen.findByText(app.words.account.checkTitle);
  expect(screen.getByText((text) => text.startsWith(app.words.help.checkMessageWhy))).toBeTruthy();
});

test('a form without a topic, a text or an email says so at each field, and sends nothing', async () => {
  const server = new FakeServer();
  const { words } = await renderApp('feedback', {}, { server, account: null });
  await screen.findByLabelText(words.help.topic);
  await press(words.help.sendFeedback);
  for (const text of [words.help.topicEmpty, words.help.textEmpty, words.client.emailInvalid])
    await screen.findByText(text);
  expect(server.of(visitorFeedback)).toEqual([]);
});

test.each([null, {}])('the operator’s telephone, email and hours are shown: %j', async (account) => {
  await renderApp('feedback', {}, { account });
  expect((await screen.findByText('+81 6 0000 0000')).getAttribute('href')).toBe('tel:+81600000000');
  expect(screen.getByText('help@railway.example').getAttribute('href')).toBe('mailto:help@railway.example');
  screen.getByText('Every day');
});

test('a message that only the operator can help with leads to the form', async () => {
  const server = new FakeServer();
  server.refuse(login, 'AccountUnavailable');
  const app = await renderApp('login', {}, { server, account: null });
  await CALL_STEPS.login?.['login']?.act?.(app);
  await screen.findByText(app.words.errors.AccountUnavailable);
  await press(app.words.help.contactLink);
  await waitFor(() => expect(currentPlace().name).toBe('feedback'));
});

test('a login that follows a missing permission leads to the form too', async () => {
  const { words } = await renderApp('login', { why: 'SES-0006' }, { account: null });
  await screen.findByText(words.errors['SES-0006']);
  await press(words.help.contactLink);
  await waitFor(() => expect(currentPlace().name).toBe('feedback'));
});
