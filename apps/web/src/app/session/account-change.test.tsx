// Data of one traveller is never shown to the next one who signs in on the same phone.
import { ticketList, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aTicketInUse } from '../../../test/factories.ts';
import { FakeServer, succeeds } from '../../../test/fake-server.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { signIn } from '../../../test/sign-in.ts';
import { endSession } from './session.ts';

const PASSES: Readonly<Record<string, string>> = { 'mei-token': 'Mei’s pass', 'ken-token': 'Ken’s pass' };
const passOf = (token: string | undefined) =>
  aTicketInUse({ ticketId: 'pass', productNameEn: PASSES[token ?? ''] ?? 'nobody’s' });

test('the second traveller never sees the first one’s pass', async () => {
  const server = new FakeServer();
  server.answer(ticketList, ({ token, query }) =>
    succeeds({ items: query['tab'] === 'active' ? [passOf(token)] : [] }),
  );
  server.answer(ticketLoad, ({ token }) => succeeds(passOf(token)));
  await renderApp('tickets', {}, { server });
  expect(await screen.findByText('Mei’s pass')).toBeTruthy();
  // From here on the server does not answer, so the screen can show only kept data.
  server.answer(ticketList, () => new Promise(() => undefined));
  server.answer(ticketLoad, () => new Promise(() => undefined));
  await act(async () => endSession());
  expect(screen.queryByText('Mei’s pass')).toBeNull();
  await act(async () => signIn({ email: 'ken@example.com', username: 'ken' }));
  await waitFor(() => expect(server.of(ticketList).at(-1)?.token).toBe('ken-token'));
  expect(screen.queryByText('Mei’s pass')).toBeNull();
});
