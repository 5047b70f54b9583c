// Sends many orders, one after another. A failed order can be sent again with the same key.
import { useEffect, useRef, useState } from 'react';
import { deskTickets } from '@kippu/contract/routes/desk/issue';
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import { CallError } from '@kippu/client/call-error';
import { isLost } from '../app/call/error-text.ts';
import { send } from '../app/call/call.ts';
import { actAfter } from '../app/call/refusals.ts';
import type { Order } from './csv-orders.ts';
import { keyOfOrder } from './order-key.ts';

export type Sent =
  | { readonly state: 'waiting' | 'sending' }
  | { readonly state: 'done'; readonly tickets: readonly IssuedTicket[] }
  | { readonly state: 'failed'; readonly error: unknown };

/** Reports whether an order was refused permanently, so that sending it again has no effect. */
export const isRefusedOrder = (now: Sent | undefined): boolean =>
  now?.state === 'failed' && actAfter(now.error) !== 'again';

/**
 * Returns the results of the orders by id. `start` sends the unfinished ones. `stop` ends the run after the current
 * order.
 */
export function useSending() {
  const [sent, setSent] = useState<ReadonlyMap<string, Sent>>(new Map());
  const [busy, setBusy] = useState(false);
  // A second press starts no second run. The run ends when the screen is left.
  const going = useRef(false);
  useEffect(
    () => () => {
      going.current = false;
    },
    [],
  );
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [busy]);

  const start = async (orders: readonly Order[]) => {
    if (going.current) return;
    going.current = true;
    setBusy(true);
    const note = (orderId: string, now: Sent) => setSent((before) => new Map(before).set(orderId, now));
    const goes = (now: Sent | undefined) => now?.state !== 'done' && !isRefusedOrder(now);
    for (const order of orders.filter(({ orderId }) => goes(sent.get(orderId)))) {
      if (!going.current) break;
      note(order.orderId, { state: 'sending' });
      try {
        const tickets = await send(deskTickets, { body: order, key: await keyOfOrder(order) });
        note(order.orderId, { state: 'done', tickets });
      } catch (error) {
        note(order.orderId, { state: 'failed', error });
        // Without a network the other orders would fail too.
        if (!(error instanceof CallError) || isLost(error)) break;
      }
    }
    going.current = false;
    setBusy(false);
  };
  return {
    sent,
    busy,
    start,
    stop: () => {
      going.current = false;
    },
    clear: () => setSent(new Map()),
  };
}
