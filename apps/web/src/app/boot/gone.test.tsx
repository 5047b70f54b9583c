// What the server reports as gone is removed from the phone: kept answers, lists, codes and holds, also in other
// tabs.
import { listSaasNotice } from '@kippu/contract/calls/traveller/notice';
import { loadReserveDetail, reserveList } from '@kippu/contract/calls/traveller/seat';
import { loadPlanInfo } from '@kippu/contract/calls/traveller/seat';
import { ticketList, ticketLoad, use } from '@kippu/contract/calls/traveller/ticket';
import { act, screen, waitFor } from '@testing-library/react';
import { openDB } from 'idb';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { aReservation, aTicket, aTicketInUse } from '../../../test/factories.ts';
import { FakeServer, succeeds, refuses } from '../../../test/fake-server.ts';
import { findControl, press, renderApp } from '../../../test/render-app.tsx';
import { fetchCode, keptCode } from '../../ticket/code/phone-codes.ts';
import { watchGone } from './gone.ts';
import { keepAnswers } from '../query/kept-answers.ts';
import { queryClient, queryKey } from '../query/queries.ts';

const IDS = { ticketId: 'ticket-1' };
const keptAnswers = async () => {
  const db = await openDB('kippu-answers');
  const keys = await db.getAllKeys('answers');
  db.close();
  return keys.map(String);
};
let stop: () => void;
beforeAll(() => keepAnswers(queryClient));
beforeEach(() => {
  stop = watchGone(queryClient);
});
afterEach(() => stop());

test('a ticket transferred elsewhere: the screen says so and offers no action', async () => {
  const { server, words } = await renderApp('detail', IDS);
  await findControl(words.ticket.useNow);
  await waitFor(async () => expect((await keptAnswers()).join()).toContain('ticketLoad'));
  server.refuse(ticketLoad, 'TKT-0001');
  await act(() => queryClient.invalidateQueries({ queryKey: [ticketLoad.name] }));
  expect(await screen.findByText(words.errors['TKT-0001'])).toBeTruthy();
  await findControl(words.common.toTickets);
  for (const offer of [words.ticket.useNow, words.ticket.reserveSeat, words.ticketLife.transfer])
    expect(screen.queryByText(offer)).toBeNull();
  await waitFor(async () => expect((await keptAnswers()).join()).not.toContain('"ticketId":"ticket-1"'));
});

test('the screen itself says so before the file that drops the rest has loaded', async () => {
  stop();
  const { server, words } = await renderApp('detail', IDS);
  await findControl(words.ticket.useNow);
  server.refuse(ticketLoad, 'TKT-0001');
  await act(() => queryClient.invalidateQueries({ queryKey: [ticketLoad.name] }));
  await screen.findByText(words.errors['TKT-0001']);
  expect(screen.queryByText(words.ticket.useNow)).toBeNull();
  await waitFor(async () => expect((await keptAnswers()).join()).not.toContain('ticketLoad'));
});

test('a press that the server refuses with the same code shows it too', async () => {
  const { server, words } = await renderApp('detail', IDS);
  await press(words.ticket.useNow);
  server.refuse(use, 'TKT-0001');
  server.refuse(ticketLoad, 'TKT-0001');
  await press(words.ticket.useConfirm);
  await findControl(words.common.toTickets);
  expect(screen.queryByText(words.ticket.useNow)).toBeNull();
});

test('the ticket, its reservation and its code leave the list at once', async () => {
  const server = new FakeServer();
  const inUse = aTicketInUse();
  server.answer(ticketLoad, () => succeeds(inUse));
  server.answer(ticketList, ({ query }) => succeeds({ items: query['tab'] === 'active' ? [inUse] : [] }));
  const { words, go } = await renderApp('tickets', {}, { server });
  await screen.findByText(inUse.productNameEn);
  await fetchCode(inUse);
  expect(await keptCode('ticket-1')).toBeTruthy();
  // The lists are not fetched again: the screen shows what the phone keeps.
  server.refuse(ticketLoad, 'TKT-0001');
  server.answer(ticketList, () => new Promise(() => undefined));
  server.answer(reserveList, () => new Promise(() => undefined));
  await go('detail', IDS);
  void queryClient.invalidateQueries({ queryKey: [ticketLoad.name] });
  await screen.findByText(words.errors['TKT-0001']);
  await waitFor(async () => expect(await keptCode('ticket-1')).toBeUndefined());
  await go('tickets', {});
  await screen.findByText(words.ticket.emptyTitle);
  expect(screen.queryByText(words.ticket.nextTrain)).toBeNull();
});

test('a code of a ticket that is missing from the complete list is deleted', async () => {
  const server = new FakeServer();
  const inUse = aTicketInUse();
  server.answer(ticketList, ({ query }) => succeeds({ items: query['tab'] === 'active' ? [inUse] : [] }));
  await renderApp('tickets', {}, { server });
  await screen.findByText(inUse.productNameEn);
  await fetchCode(inUse);
  server.answer(ticketList, () => succeeds({ items: [aTicket({ ticketId: 'another' })] }));
  await act(() => queryClient.invalidateQueries({ queryKey: [ticketList.name] }));
  await waitFor(async () => expect(await keptCode('ticket-1')).toBeUndefined());
});

test('of several tickets, the one that is gone is found and the others stay', async () => {
  const server = new FakeServer();
  const both = [aTicket(), aTicket({ ticketId: 'ticket-2', productNameEn: 'The other one' })];
  server.answer(ticketList, ({ query }) => succeeds({ items: query['tab'] === 'active' ? both : [] }));
  server.refuse(loadPlanInfo, 'TKT-0001');
  const { words, go } = await renderApp('tickets', {}, { server });
  await screen.findByText('The other one');
  server.answer(ticketLoad, ({ query }) =>
    query['ticketId'] === 'ticket-1' ? refuses('TKT-0001') : succeeds(both[1]),
  );
  server.answer(ticketList, () => new Promise(() => undefined));
  await go('train', { ticketIds: 'ticket-1,ticket-2' });
  await screen.findByText(words.errors['TKT-0001']);
  await go('tickets', {});
  await screen.findByText('The other one');
  await waitFor(() => expect(screen.queryByText('Haruka one-way')).toBeNull());
});

test('a reservation cancelled elsewhere offers neither change nor cancellation, and leaves the list', async () => {
  const { server, words, go } = await renderApp('seats', {});
  await screen.findByText(/HARUKA/);
  await go('reservation', { reservationId: 'reservation-1' });
  await findControl(words.seat.change);
  server.refuse(loadReserveDetail, 'SEAT-0001');
  server.answer(reserveList, () => new Promise(() => undefined));
  await act(() => queryClient.invalidateQueries({ queryKey: [loadReserveDetail.name] }));
  await screen.findByText(words.errors['SEAT-0001']);
  await findControl(words.seat.toSeats);
  expect(screen.queryByText(words.seat.change)).toBeNull();
  expect(screen.queryByText(words.seat.cancel)).toBeNull();
  await go('seats', {});
  await screen.findByText(words.seat.noneTitle);
});

test('the other tabs of this phone follow, for the same account only', async () => {
  const { words } = await renderApp('detail', IDS);
  await findControl(words.ticket.useNow);
  const other = new BroadcastChannel('kippu.gone');
  other.postMessage({ kind: 'ticketId', id: 'ticket-1', account: 'ken@example.com' });
  other.postMessage({ kind: 'reservationId', id: 'reservation-9', account: 'mei@example.com' });
  queryClient.setQueryData(queryKey(loadReserveDetail, { reservationId: 'reservation-8' }), aReservation());
  other.postMessage({ kind: 'reservationId', id: 'reservation-8', account: 'mei@example.com' });
  await waitFor(() =>
    expect(
      queryClient.getQueryData(queryKey(loadReserveDetail, { reservationId: 'reservation-8' })),
    ).toBeUndefined(),
  );
  expect(screen.queryByText(words.ticket.useNow)).not.toBeNull();
  other.postMessage({ kind: 'ticketId', id: 'ticket-1', account: 'mei@example.com' });
  await screen.findByText(words.errors['TKT-0001']);
  other.close();
});

test('what is no message of another tab is not taken', async () => {
  await renderApp('notices', {});
  const reservationKey = queryKey(loadReserveDetail, { reservationId: 'reservation-7' });
  queryClient.setQueryData(reservationKey, aReservation());
  const noticeKey = queryKey(listSaasNotice, {});
  queryClient.setQueryData(noticeKey, { items: [{ noticeId: 'notice-1' }] });
  const other = new BroadcastChannel('kippu.gone');
  for (const odd of [null, 'ticketId', { kind: 'constructor', id: 'notice-1', account: 'mei@example.com' }])
    other.postMessage(odd);
  other.postMessage({ kind: 'reservationId', id: 'reservation-7', account: 'mei@example.com' });
  await waitFor(() => expect(queryClient.getQueryData(reservationKey)).toBeUndefined());
  expect(queryClient.getQueryData(noticeKey)).toEqual({ items: [{ noticeId: 'notice-1' }] });
  other.close();
});
