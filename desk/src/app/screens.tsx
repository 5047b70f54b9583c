// The desk's screens, in the order of the side bar. To add one:
// 1. `src/<feature>/<feature>-screen.tsx` exports `function XScreen({ rest, query }: ScreenProps)`, which gives a `<Page>`. `rest` is
//    what the address has after the name ('#/tickets/4711' gives ['4711']): a list and its details are one screen.
// 2. An entry in SCREENS: its name is one of PLACES (router.ts), `needs` the call it cannot do without: who may make that sees it.
//      { name: 'tickets', title: text('きっぷ', 'Tickets'), icon: Ticket, needs: deskTicket,
//        Screen: lazy(async () => ({ default: (await import('../ticket/ticket-screen.tsx')).TicketScreen })) }
// 3. It reads by `useRead` and `usePages`, writes by `useAct` (queries.ts), links by `hrefOf` (router.ts), and is made of ../ui.
//    Its texts stand in it: `const WORDS = { title: text('…', '…') }`, shown by `useSay()`.
import type { ComponentType, LazyExoticComponent } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { Call } from '@kippu/contract/call';
import type { PlaceName, Query } from './router.ts';
import type { Text } from './texts.ts';

export interface ScreenProps {
  readonly rest: readonly string[];
  readonly query: Query;
}

export interface DeskScreen {
  readonly name: PlaceName;
  readonly title: Text;
  readonly icon: LucideIcon;
  readonly needs: Call;
  readonly Screen: LazyExoticComponent<ComponentType<ScreenProps>>;
}

export const SCREENS: readonly DeskScreen[] = [];
