// The address of each screen of the app, for somebody who has content for it.
import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { reserveList } from '@kippu/contract/calls/traveller/seat';
import { ticketTrainList } from '@kippu/contract/calls/traveller/train';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { PATHS, addressOf, type RouteName } from '@kippu/web/app/router/link-to';
import { boundTicket, callAs, reserveSeat, ticketInUse } from './transfer-calls.ts';
import type { Traveller } from './traveller.ts';

const STRETCH = { from: 'kansai-airport', to: 'kyoto' };

/**
 * Registers the traveller, with tickets of three kinds and a reservation. Returns each screen's name and an address at
 * which it has content. `now` is the server's time in epoch milliseconds.
 */
export async function everyAddress(
  traveller: Traveller,
  request: APIRequestContext,
  now = Date.now(),
): Promise<readonly (readonly [RouteName, string])[]> {
  const { page } = traveller;
  await traveller.register(request, `screens-${randomUUID()}@example.com`);
  const shown = await ticketInUse(page, request, 'kansai-pass-2day');
  const free = await boundTicket(page, request, 'kansai-wide-5day');
  const voucher = await boundTicket(page, request, 'keihan-voucher');
  await reserveSeat(page, shown, now);
  const { data: reservations } = await callAs(page, reserveList, { query: { tab: 'upcoming' } });
  const reservationId = reservations.items[0]?.reservationId ?? '';
  const ask = { ticketIds: free, ...STRETCH, date: addDays(dateAt(now), 2) };
  const { data: trains } = await callAs(page, ticketTrainList, { query: ask });
  const departureId = trains.find(({ selectable }) => selectable)?.departureId ?? '';
  const special: Partial<Record<RouteName, string>> = {
    detail: addressOf('detail', { ticketId: free }),
    code: addressOf('code', { ticketId: shown }),
    party: addressOf('party', { ticketId: free }),
    transfer: addressOf('transfer', { ticketId: free }),
    useAgeHistory: addressOf('useAgeHistory', { ticketId: shown }),
    outInSite: addressOf('outInSite', { ticketId: shown, direction: 'in' }),
    voucherDetail: addressOf('voucherDetail', { ticketId: voucher }),
    train: addressOf('train', ask),
    chooseSeat: addressOf('chooseSeat', { ...ask, departureId }),
    addResult: addressOf('addResult', { ticketIds: free }),
    lateTrain: addressOf('lateTrain', { code: '0123456789ABCDEF' }),
    reservation: addressOf('reservation', { reservationId }),
    reserveResult: addressOf('reserveResult', { reservationId }),
    cancelResult: addressOf('cancelResult', { reservationId }),
  };
  // The confirmation needs held seats. The gallery is not for travellers.
  const names = (Object.keys(PATHS) as RouteName[]).filter(
    (name) => name !== 'gallery' && name !== 'confirm',
  );
  return names.map((name) => [name, special[name] ?? PATHS[name]] as const);
}
