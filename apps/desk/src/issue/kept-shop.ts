// Who sells here, remembered on the device; and the order whose answer is still to come, remembered in this tab.
import type { Order } from './csv-orders.ts';

export interface Shop {
  readonly seller: string;
  readonly salesSite: string;
}
const SHOP = 'kippu-desk.shop';
const PENDING = 'kippu-desk.order';

function read<T>(storage: () => Storage, name: string, isIt: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(storage().getItem(name) ?? 'null');
    return isIt(value) ? value : null;
  } catch {
    return null;
  }
}
function write(storage: () => Storage, name: string, value: object | null): void {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, JSON.stringify(value));
  } catch (error) {
    console.warn('the browser keeps nothing', error);
  }
}

const isShop = (value: unknown): value is Shop =>
  typeof value === 'object' &&
  value !== null &&
  'seller' in value &&
  typeof value.seller === 'string' &&
  'salesSite' in value &&
  typeof value.salesSite === 'string';
/** Written by this page alone, and checked by the server again. */
const isOrder = (value: unknown): value is Order =>
  typeof value === 'object' &&
  value !== null &&
  'orderId' in value &&
  'tickets' in value &&
  Array.isArray(value.tickets);

export const keptShop = (): Shop => read(() => localStorage, SHOP, isShop) ?? { seller: '', salesSite: '' };
export const keepShop = (shop: Shop): void => write(() => localStorage, SHOP, shop);
export const pendingOrder = (): Order | null => read(() => sessionStorage, PENDING, isOrder);
export const keepPending = (order: Order | null): void => write(() => sessionStorage, PENDING, order);
