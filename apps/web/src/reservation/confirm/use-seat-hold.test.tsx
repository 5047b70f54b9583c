// Holding seats: the request, what follows a success, and what follows if the traveller has left meanwhile.
import { seatHold, seatRelease } from '@kippu/contract/calls/traveller/seat-hold';
import { seatMap, ticketTrainList } from '@kippu/contract/calls/traveller/train';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeServer, succeeds } from '../../../test/fake-server.ts';
import { wallIn } from '../../../test/factories.ts';
import { wrapper } from '../../../test/query-wrapper.tsx';
import { signIn } from '../../../test/sign-in.ts';
import type { RouteParams } from '../../app/router/link-to.ts';
import { queryClient, queryKey } from '../../app/query/queries.ts';
import { currentPlace, navigate } from '../../app/router/router.ts';
import { isHeldHere, recallHold } from './held-seats.ts';
import { useSeatHold } from './use-seat-hold.ts';

const PARAMS: RouteParams['chooseSeat'] = {
  ticketIds: 'ticket-1,ticket-2',
  departureId: 'haruka-1',
  from: 'kix',
  to: 'kyoto',
  date: '2026-12-01',
};
let server: FakeServer;

function opened(params = PARAMS) {
  const onHeld = vi.fn();
  const { result } = renderHook(() => useSeatHold(params, onHeld), { wrapper });
  return { onHeld, result };
}
/** Holds back the server's answer until the test releases it. */
function slow(holdId: string): () => void {
  let answer = () => {};
  const answered = new Promise<Response>((resolve) => {
    answer = () => resolve(succeeds({ holdId, seats: ['4-1A'], expiresAt: wallIn(300_000) }));
  });
  server.answer(seatHold, () => answered);
  return () => answer();
}

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  signIn();
  queryClient.clear();
  navigate('chooseSeat', PARAMS, { replace: true });
});

test('asks for the journey, its tickets and the seats, and goes on to confirm them', async () => {
  const { onHeld, result } = opened();
  act(() => result.current.take({ seats: ['4-1A'] }));
  await waitFor(() => expect(currentPlace().name).toBe('confirm'));
  expect(server.of(seatHold)[0]?.body).toEqual({
    departureId: 'haruka-1',
    from: 'kix',
    to: 'kyoto',
    ticketIds: ['ticket-1', 'ticket-2'],
    seats: ['4-1A'],
  });
  expect(onHeld).toHaveBeenCalledWith(['4-1A']);
  expect(currentPlace().params).toEqual({ ...PARAMS, holdId: 'hold-1' });
  expect(recallHold('hold-1')).toMatchObject({ seats: ['4-1A'] });
  expect(isHeldHere('hold-1')).toBe(true);
  expect(server.of(seatRelease)).toEqual([]);
});

test('names the reservation that the seats replace', async () => {
  const { result } = opened({ ...PARAMS, change: 'reservation-1' });
  act(() => result.current.take({ auto: { prefer: 'window' } }));
  await waitFor(() => expect(server.of(seatHold).length).toBe(1));
  expect(server.of(seatHold)[0]?.body).toMatchObject({ change: 'reservation-1', auto: { prefer: 'window' } });
});

test('a traveller who leaves before the answer is not led back, and the seats are released', async () => {
  const answer = slow('hold-left');
  const { onHeld, result } = opened();
  act(() => result.current.take({ seats: ['4-1A'] }));
  await waitFor(() => expect(server.of(seatHold).length).toBe(1));
  act(() => navigate('tickets', {}));
  await act(async () => answer());
  await waitFor(() => expect(server.of(seatRelease).length).toBe(1));
  expect(server.of(seatRelease)[0]?.body).toEqual({ holdId: 'hold-left' });
  expect(currentPlace().name).toBe('tickets');
  expect(onHeld).not.toHaveBeenCalled();
});

test.each(['SEAT-0002', 'SEAT-0003'] as const)(
  'after seats were taken (%s) the map is loaded again',
  async (code) => {
    server.refuse(seatHold, code);
    queryClient.setQueryData(queryKey(seatMap), {});
    queryClient.setQueryData(queryKey(ticketTrainList), {});
    const { result } = opened();
    act(() => result.current.take({ seats: ['4-1A'] }));
    await waitFor(() => expect(result.current.hold.isError).toBe(true));
    await waitFor(() => expect(queryClient.getQueryState(queryKey(seatMap))?.isInvalidated).toBe(true));
    expect(queryClient.getQueryState(queryKey(ticketTrainList))?.isInvalidated).toBe(true);
  },
);

test('another refusal keeps the map', async () => {
  server.refuse(seatHold, 'REQ-0007');
  queryClient.setQueryData(queryKey(seatMap), {});
  const { result } = opened();
  act(() => result.current.take({ seats: ['4-1A'] }));
  await waitFor(() => expect(result.current.hold.isError).toBe(true));
  expect(queryClient.getQueryState(queryKey(seatMap))?.isInvalidated).toBe(false);
});

test('again repeats the last choice under its key, and does nothing without one', async () => {
  server.answer(seatHold, () => new Response('<html></html>'));
  const { result } = opened();
  act(() => result.current.again());
  act(() => result.current.take({ seats: ['4-1A'] }));
  await waitFor(() => expect(result.current.hold.isError).toBe(true));
  act(() => result.current.again());
  await waitFor(() => expect(server.of(seatHold).length).toBe(2));
  const [first, second] = server.of(seatHold);
  expect(second).toEqual(first);
});
