// The desk's screens, in the order of the side bar. To add one:
// 1. In `src/<feature>/<feature>-screen.tsx`, export `function XScreen({ rest, query }: ScreenProps)` (router.ts),
//    which returns a `<Page>`. `rest` is the address after the name: '#/tickets/4711' gives ['4711']. A list and its
//    details are one screen.
// 2. Add an entry to SCREENS. Its name is one of PLACES (../router/router.ts), and its title one of PLACE_TITLES, whose
//    words are in packages/words/src/{ja,en,de}/desk/places.ts. `needs` is its main call: only roles that may make this
//    call see the screen.
//      { name: 'tickets', title: PLACE_TITLES.tickets, icon: Ticket, needs: deskTicket,
//        Screen: lazyScreen(async () => (await import('../../ticket/ticket-screen.tsx')).TicketScreen) }
// 3. Read with `useRead` and `usePages`, write with `useAct` (../call/queries.ts), link with `hrefOf`, and use the
//    parts in ../../ui. Define the texts in the screen: `const WORDS = { title: text('…', '…') }`, or in
//    packages/words/src/{ja,en,de}/desk/ if several screens show them. A text of one screen has its German in
//    packages/words/src/de/desk/labels.ts, by its English. Show texts with `useSay()` (../text/texts.ts).
// 4. Add the next act for each refusal of its calls to ../call/refusals.ts, and the steps that make each call to
//    apps/desk/test/call-steps.ts.
import type { ComponentType, LazyExoticComponent } from 'react';
import {
  Armchair,
  DoorOpen,
  Handshake,
  House,
  MailX,
  Megaphone,
  MessageSquareText,
  ScrollText,
  Stamp,
  Ticket,
  TicketPlus,
  TrainFront,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { pageSettings } from '@kippu/client/page-settings';
import type { Route } from '@kippu/contract/route';
import { deskGateConflicts, deskTickets } from '@kippu/contract/routes/desk/issue';
import { deskTakeIn } from '@kippu/contract/routes/desk/counter';
import { deskFeed } from '@kippu/contract/routes/desk/timetable';
import { deskFeedbackList } from '@kippu/contract/routes/desk/feedback';
import { deskUnsentMails } from '@kippu/contract/routes/desk/mails';
import { deskNotices } from '@kippu/contract/routes/desk/notices';
import { deskHome } from '@kippu/contract/routes/desk/home';
import { deskOccupancy } from '@kippu/contract/routes/desk/occupancy';
import { deskPartners } from '@kippu/contract/routes/desk/partners';
import { deskRecord } from '@kippu/contract/routes/desk/record';
import { deskStaffList } from '@kippu/contract/routes/desk/staff-list';
import { deskTicket } from '@kippu/contract/routes/desk/ticket';
import { hasTakingIn } from '@kippu/domain/rules';
import { lazyScreen } from './lazy-screen.ts';
import { PLACE_TITLES } from '../router/place-titles.ts';
import type { PlaceName, ScreenProps } from '../router/router.ts';
import type { Text } from '../text/texts.ts';

export interface DeskScreen {
  readonly name: PlaceName;
  readonly title: Text;
  readonly icon: LucideIcon;
  readonly needs: Route;
  /** Whether the railway has a use for it; absent where every railway has. */
  readonly isUsed?: () => boolean;
  readonly Screen: LazyExoticComponent<ComponentType<ScreenProps>>;
}

export const SCREENS: readonly DeskScreen[] = [
  {
    name: 'home',
    title: PLACE_TITLES.home,
    icon: House,
    needs: deskHome,
    Screen: lazyScreen(async () => (await import('../../home/home-screen.tsx')).HomeScreen),
  },
  {
    name: 'tickets',
    title: PLACE_TITLES.tickets,
    icon: Ticket,
    needs: deskTicket,
    Screen: lazyScreen(async () => (await import('../../ticket/ticket-screen.tsx')).TicketScreen),
  },
  {
    name: 'counter',
    title: PLACE_TITLES.counter,
    icon: Stamp,
    needs: deskTakeIn,
    isUsed: hasTakingIn,
    Screen: lazyScreen(async () => (await import('../../counter/counter-screen.tsx')).CounterScreen),
  },
  {
    name: 'issue',
    title: PLACE_TITLES.issue,
    icon: TicketPlus,
    needs: deskTickets,
    Screen: lazyScreen(async () => (await import('../../issue/issue-screen.tsx')).IssueScreen),
  },
  {
    name: 'gates',
    title: PLACE_TITLES.gates,
    icon: DoorOpen,
    needs: deskGateConflicts,
    isUsed: () => pageSettings().hasGates,
    Screen: lazyScreen(async () => (await import('../../gate/gate-screen.tsx')).GateScreen),
  },
  {
    name: 'notices',
    title: PLACE_TITLES.notices,
    icon: Megaphone,
    needs: deskNotices,
    Screen: lazyScreen(async () => (await import('../../notice/notice-screen.tsx')).NoticeScreen),
  },
  {
    name: 'feedback',
    title: PLACE_TITLES.feedback,
    icon: MessageSquareText,
    needs: deskFeedbackList,
    Screen: lazyScreen(async () => (await import('../../feedback/feedback-screen.tsx')).FeedbackScreen),
  },
  {
    name: 'trains',
    title: PLACE_TITLES.trains,
    icon: Armchair,
    needs: deskOccupancy,
    isUsed: () => pageSettings().hasSeats,
    Screen: lazyScreen(async () => (await import('../../train/train-screen.tsx')).TrainScreen),
  },
  {
    name: 'timetable',
    title: PLACE_TITLES.timetable,
    icon: TrainFront,
    needs: deskFeed,
    Screen: lazyScreen(async () => (await import('../../timetable/timetable-screen.tsx')).TimetableScreen),
  },
  {
    name: 'partners',
    title: PLACE_TITLES.partners,
    icon: Handshake,
    needs: deskPartners,
    Screen: lazyScreen(async () => (await import('../../partner/partner-screen.tsx')).PartnerScreen),
  },
  {
    name: 'staff',
    title: PLACE_TITLES.staff,
    icon: Users,
    needs: deskStaffList,
    Screen: lazyScreen(async () => (await import('../../staff/staff-screen.tsx')).StaffScreen),
  },
  {
    name: 'mails',
    title: PLACE_TITLES.mails,
    icon: MailX,
    needs: deskUnsentMails,
    Screen: lazyScreen(async () => (await import('../../mail/mail-screen.tsx')).MailScreen),
  },
  {
    name: 'record',
    title: PLACE_TITLES.record,
    icon: ScrollText,
    needs: deskRecord,
    Screen: lazyScreen(async () => (await import('../../record/record-screen.tsx')).RecordScreen),
  },
];
