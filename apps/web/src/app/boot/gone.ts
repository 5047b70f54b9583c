// Removes from this phone what the server reports as gone: a ticket transferred or closed elsewhere, with its code,
// kept answers and holds; a cancelled reservation; a withdrawn notice. The phone's other tabs do the same.
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { loadSaasNotice, listSaasNotice } from '@kippu/contract/routes/traveller/notice';
import { loadReserveDetail, reserveList } from '@kippu/contract/routes/traveller/seat';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { ticketList, ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { endHoldsOf } from '../../reservation/confirm/held-seats.ts';
import { forgetVerification } from '../../station/verify/kept-verification.ts';
import { forgetCode, forgetCodesBut } from '../../ticket/code/phone-codes.ts';
import { CallError, isRefusal } from '@kippu/client/call-error';
import { isGone } from '../errors/error-kinds.ts';
import { send } from '../call/api.ts';
import { queryKey } from '../query/queries.ts';
import { getSession } from '../session/session.ts';
import { forget, isRecord } from '../storage/tab-memory.ts';

/** One thing that is gone. `account` is the email of the session that received the refusal. */
interface Gone {
  readonly kind: 'ticketId' | 'reservationId' | 'noticeId';
  readonly id: string;
  readonly account: string | undefined;
}
type List<T> = { readonly items: readonly T[]; readonly next?: string };

const CODE_KEY = 'code';
const accountHere = () => getSession()?.member.email;
const isList = (value: unknown): value is List<unknown> => isRecord(value) && Array.isArray(value['items']);
const isPaged = (value: unknown): value is InfiniteData<List<unknown>> =>
  isRecord(value) && Array.isArray(value['pages']) && value['pages'].every(isList);

/** Returns a list's cached answer, paged or not, without the items for which `gone` is true. */
function without(data: unknown, gone: (item: unknown) => boolean): unknown {
  const clean = (list: List<unknown>) => ({ ...list, items: list.items.filter((item) => !gone(item)) });
  if (isPaged(data)) return { ...data, pages: data.pages.map(clean) };
  if (Array.isArray(data)) return data.filter((item) => !gone(item));
  return isList(data) ? clean(data) : data;
}

const pagesOf = (data: unknown) => (isPaged(data) ? data.pages : isList(data) ? [data] : []);
const idsIn = (pages: readonly List<unknown>[]) =>
  pages.flatMap(({ items }) => items.map((item) => (item as TicketSummary).ticketId));

const paramOf = ({ queryKey: [, params] }: Query, name: string): string | undefined => {
  const value = isRecord(params) ? params[name] : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** Returns the thing that a failed query reports as gone, or undefined if the query names no single thing. */
function goneBy(query: Query): { kind: Gone['kind']; id: string } | undefined {
  const { error, data } = query.state;
  if (query.queryKey[0] === CODE_KEY) {
    const ended = isRecord(data) && isRefusal(data['error'], 'TKT-0001');
    return ended ? { kind: 'ticketId', id: String(query.queryKey[1]) } : undefined;
  }
  const kind = isRefusal(error, 'TKT-0001')
    ? 'ticketId'
    : isRefusal(error, 'SEAT-0001')
      ? 'reservationId'
      : isRefusal(error, 'REQ-0005')
        ? 'noticeId'
        : undefined;
  const id =
    kind && (paramOf(query, kind) ?? (kind === 'reservationId' ? paramOf(query, 'change') : undefined));
  return kind && id ? { kind, id } : undefined;
}

/**
 * Removes what the server reports as gone, from now on and from queries that have already failed. Returns a function
 * that stops it.
 */
export function watchGone(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('kippu.gone');
  /** Already removed. The screen that shows it may fetch it repeatedly. */
  const dropped = new Set<string>();

  function edit(call: { readonly name: string }, gone: (item: unknown) => boolean): void {
    for (const query of cache.findAll({ queryKey: [call.name] }))
      if (query.state.data !== undefined) query.setData(without(query.state.data, gone), { manual: true });
  }
  /** Replaces the kept data with the refusal, also for queries that were not refused themselves. */
  function refuse(query: Query, error: CallError): void {
    query.setState({ ...query.state, data: undefined, dataUpdatedAt: 0, error, status: 'error' });
  }

  async function drop({ kind, id }: Gone, error: CallError): Promise<void> {
    for (const query of cache.getAll())
      if (query.state.data !== undefined && paramOf(query, kind) === id) refuse(query, error);
    if (kind === 'ticketId') {
      edit(ticketList, (item) => (item as TicketSummary).ticketId === id);
      const seats = ({ seats: all }: Reservation) => all.some(({ ticketId }) => ticketId === id);
      edit(reserveList, (item) => (item as Reservation).seats.every(({ ticketId }) => ticketId === id));
      // The ticket's seats are gone too; fetch what remains of a group's reservation.
      for (const query of cache.findAll({ queryKey: [loadReserveDetail.name] }))
        if (isRecord(query.state.data) && seats(query.state.data as unknown as Reservation))
          void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      client.setQueryData([CODE_KEY, id], (known: unknown) => known && { is: 'ended', error });
      forgetVerification(id);
      endHoldsOf(id);
      forget(`kippu.transfer.${id}`);
      await forgetCode(id);
    } else if (kind === 'reservationId') {
      edit(reserveList, (item) => (item as Reservation).reservationId === id);
    } else {
      edit(listSaasNotice, (item) => isRecord(item) && item['noticeId'] === id);
    }
    // Only the server knows the counts and the lists in other orders.
    for (const call of kind === 'noticeId' ? [listSaasNotice] : [ticketList, reserveList])
      void client.invalidateQueries({ queryKey: [call.name] });
  }

  function take(gone: Gone, error: CallError): void {
    const name = `${gone.account} ${gone.kind} ${gone.id}`;
    if (dropped.has(name) || gone.account !== accountHere()) return;
    dropped.add(name);
    drop(gone, error).catch((problem: unknown) => console.warn('not all dropped', problem));
  }

  /** One of several tickets is gone: fetches each to find which. */
  function askEach(ids: readonly string[]): void {
    for (const ticketId of ids)
      void client.prefetchQuery({
        queryKey: queryKey(ticketLoad, { ticketId }),
        queryFn: ({ signal }) => send(ticketLoad, { query: { ticketId }, signal }),
        staleTime: 0,
        retry: false,
      });
  }

  /** After a complete list of usable tickets: deletes the codes of all other tickets. */
  function keepCodesOf(query: Query): void {
    const pages = pagesOf(query.state.data);
    if (pages.length === 0 || pages.at(-1)?.next !== undefined) return;
    const ids = new Set(idsIn(pages));
    const isShown = (ticketId: string) => cache.find({ queryKey: [CODE_KEY, ticketId] })?.isActive() === true;
    forgetCodesBut((ticketId) => ids.has(ticketId) || isShown(ticketId)).catch((problem: unknown) =>
      console.warn('codes not dropped', problem),
    );
  }

  function look(query: Query): void {
    const { error, data } = query.state;
    const named = goneBy(query);
    if (named) {
      const why = isGone(error) ? error : (data as { readonly error: CallError }).error;
      const gone = { ...named, account: accountHere() };
      const known = dropped.has(`${gone.account} ${gone.kind} ${gone.id}`);
      take(gone, why);
      if (!known) channel?.postMessage(gone);
    } else if (isRefusal(error, 'TKT-0001')) {
      askEach((paramOf(query, 'ticketIds') ?? '').split(',').filter(Boolean));
    }
  }

  for (const query of cache.getAll()) look(query);
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'error') look(query);
    if (action.type !== 'success' || action.manual) return;
    const [name, params] = query.queryKey;
    if (name === CODE_KEY) look(query);
    // The account has it again, for example a returned ticket.
    for (const kind of ['ticketId', 'reservationId', 'noticeId'] as const)
      if (name === ticketLoad.name || name === loadReserveDetail.name || name === loadSaasNotice.name)
        dropped.delete(`${accountHere()} ${kind} ${paramOf(query, kind)}`);
    if (name === ticketList.name && isRecord(params) && params['tab'] === 'active') {
      for (const id of idsIn(pagesOf(query.state.data))) dropped.delete(`${accountHere()} ticketId ${id}`);
      keepCodesOf(query);
    }
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data)) take(data, new CallError('refused', REFUSAL[data.kind]));
  });
  return () => {
    stop();
    channel?.close();
  };
}

/** The refusal to show for each message from another tab. */
const REFUSAL: Readonly<Record<Gone['kind'], { status: number; code: string }>> = {
  ticketId: { status: 404, code: 'TKT-0001' },
  reservationId: { status: 404, code: 'SEAT-0001' },
  noticeId: { status: 404, code: 'REQ-0005' },
};

/** Checks a message from another tab, which may run another version. */
const isMessage = (data: unknown): data is Gone =>
  isRecord(data) &&
  typeof data['kind'] === 'string' &&
  Object.hasOwn(REFUSAL, data['kind']) &&
  typeof data['id'] === 'string' &&
  typeof data['account'] === 'string';
