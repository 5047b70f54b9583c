// Derives an order's idempotency key from its content. The same file gives the same keys after a reload or a lost
// answer, so nothing is issued twice.
import type { Order } from './csv-orders.ts';

export async function keyOfOrder(order: Order): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(order));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `order-${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
