// Many orders on their way, one after the other: what failed stays and is sent again with the same key.
import { useEffect, useRef, useState } from 'react';
import { deskTickets, type IssuedTicket } from '@kippu/contract/desk';
import { CallError } from '../app/call-error.ts';
import { send } from '../app/call.ts';
import type { Order } from './csv-orders.ts';
import { keyOfOrder } from './order-key.ts';

export type Sent =
  | { readonly state: 'waiting' | 'sending' }
  | { readonly state: 'done'; readonly tickets: readonly IssuedTicket[] }
  | { readonly state: 'failed'; readonly error: unknown };

/** What became of the orders, by their ids. `start` sends those that are not done; `stop` ends it after the one under way. */
export function useSending() {
  const [sent, setSent] = useState<ReadonlyMap<string, Sent>>(new Map());
  const [busy, setBusy] = useState(false);
  // Pressed twice it is still one run; and none goes on when its screen is gone.
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
    for (const order of orders.filter(({ orderId }) => sent.get(orderId)?.state !== 'done')) {
      if (!going.current) break;
      note(order.orderId, { state: 'sending' });
      try {
        const tickets = await send(deskTickets, { body: order, key: await keyOfOrder(order) });
        note(order.orderId, { state: 'done', tickets });
      } catch (error) {
        note(order.orderId, { state: 'failed', error });
        // Without a network the others would fail alike.
        if (!(error instanceof CallError) || error.unanswered) break;
      }
    }
    going.current = false;
    setBusy(false);
  };
  return {
    ...{ sent, busy, start },
    stop: () => {
      going.current = false;
    },
    clear: () => setSent(new Map()),
  };
}
