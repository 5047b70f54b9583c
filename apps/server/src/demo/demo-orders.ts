// The marks of a demo's tickets. Its orders are in the operator's demo.json.
import type { DemoOrder } from '../platform/operator/files/operator-schemas.ts';

/** The seller of the demo's tickets. `close-demo` finds them by it. */
export const DEMO_SELLER = 'Demonstration';
/** The sellers of demonstrations, with that of earlier releases. */
export const DEMO_SELLERS = [DEMO_SELLER, 'Kippu demo'] as const;
/** Demo tickets can be activated for this many days after they are made. */
export const DEMO_DAYS = 90;

/** Returns the order's id. It differs for each demo account, so that a new account gets new orders. */
export const orderIdOf = (accountId: string, { name }: Pick<DemoOrder, 'name'>): string =>
  `DEMO-${accountId.slice(0, 8)}-${name}`;
