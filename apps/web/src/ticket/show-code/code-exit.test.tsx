// After the validity has ended, a ticket that is inside shows a code for the exit only.
import { qrcode, ticketList, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aTicketInUse, wallIn } from '../../../test/factories.ts';
import { FakeServer, succeeds, refuses } from '../../../test/fake-server.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { exitEndOf } from '../view/ticket-view.ts';

const HOUR = 3_600_000;
const exitUntil = wallIn(2 * HOUR);
const inside = aTicketInUse({
  expired: true,
  reservable: false,
  exitUntil,
  abtExpireDate: wallIn(-2 * HOUR),
  entry: { stationId: 'kyoto', at: wallIn(-3 * HOUR) },
});

test('the code of a ticket that ended inside is for the exit, shows until when, and offers no entry', async () => {
  const server = new FakeServer();
  server.answer(ticketLoad, () => succeeds(inside));
  server.answer(ticketList, () => succeeds({ items: [inside] }));
  const times = { issuedAt: wallIn(0), serverTime: wallIn(0), expiresAt: exitUntil };
  server.answer(qrcode, () => succeeds({ certificate: 'oWFhAQ', ...times }));
  const { words } = await renderApp('code', { ticketId: inside.ticketId }, { server });
  await screen.findByText(words.code.states.exitOnly(exitEndOf(exitUntil)));
  await screen.findByText(words.ticket.exitBy(exitEndOf(exitUntil)));
  expect(screen.queryByRole('radio', { name: words.ticket.entering })).toBeNull();
  const noReader = screen.getByRole('link', { name: words.ticketLife.noReader });
  expect(noReader.getAttribute('href')).toContain('direction=out');
});

test('the code has ended if the server knows no entry', async () => {
  const server = new FakeServer();
  const outside = aTicketInUse({ expired: true, reservable: false, abtExpireDate: wallIn(-2 * HOUR) });
  server.answer(ticketLoad, () => succeeds(outside));
  server.answer(ticketList, () => succeeds({ items: [] }));
  server.answer(qrcode, () => refuses('TKT-0005'));
  const { words } = await renderApp('code', { ticketId: outside.ticketId }, { server });
  await screen.findByText(words.code.states.ended, { exact: false });
  expect(screen.queryByText(words.code.states.exitOnly(exitEndOf(exitUntil)))).toBeNull();
});
