// The shop, saved on the device, and the unanswered order, saved in this tab.
import { getSession } from '../app/session/session.ts';
import type { Order } from './csv-orders.ts';

export interface Shop {
  readonly seller: string;
  readonly salesSite: string;
}
const SHOP = 'kippu-desk.shop';
const PENDING = 'kippu-desk.order';

/** Returns the saved value, or null if there is none, it is invalid, or the browser refuses. */
function read<T>(storage: () => Storage, name: string, isValid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(storage().getItem(name) ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}
/** Saves a value; null removes it. A refusal of the browser only warns. */
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
/** Only this page writes it, and the server checks it again. */
const isOrder = (value: unknown): value is Order =>
  typeof value === 'object' &&
  value !== null &&
  'orderId' in value &&
  'tickets' in value &&
  Array.isArray(value.tickets);

/** Returns the saved shop; its fields are empty at first. */
export const keptShop = (): Shop => read(() => localStorage, SHOP, isShop) ?? { seller: '', salesSite: '' };
export const keepShop = (shop: Shop): void => write(() => localStorage, SHOP, shop);

interface Pending {
  /** Undefined while the server has not reported who is signed in. Such an order is not read again. */
  readonly staffId: string | undefined;
  readonly order: Order;
}
const staffHere = () => getSession().staff?.staffId;
const isPending = (value: unknown): value is Pending =>
  typeof value === 'object' &&
  value !== null &&
  'staffId' in value &&
  'order' in value &&
  isOrder(value.order);

/** This person's unanswered order. Other people who sign in here do not see it. */
export function pendingOrder(): Order | null {
  const pending = read(() => sessionStorage, PENDING, isPending);
  return pending && pending.staffId === staffHere() ? pending.order : null;
}
/** Saves this person's unanswered order, or removes the saved one with null. */
export const keepPending = (order: Order | null): void =>
  write(() => sessionStorage, PENDING, order && { staffId: staffHere(), order });
