// The idempotency key of an order is made of the order itself: the same file, dropped again after a reload or a lost answer,
// sends the same keys, and nothing is issued twice.
import type { Order } from './csv-orders.ts';

export async function keyOfOrder(order: Order): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(order));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `order-${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
