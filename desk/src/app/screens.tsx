// The desk's screens, in the order of the side bar. To add one:
// 1. `src/<feature>/<feature>-screen.tsx` exports `function XScreen({ rest, query }: ScreenProps)` (router.ts), which gives a `<Page>`. `rest` is
//    what the address has after the name ('#/tickets/4711' gives ['4711']): a list and its details are one screen.
// 2. An entry in SCREENS: its name is one of PLACES (router.ts), `needs` the call it cannot do without: who may make that sees it.
//      { name: 'tickets', title: text('きっぷ', 'Tickets'), icon: Ticket, needs: deskTicket,
//        Screen: lazy(async () => ({ default: (await import('../ticket/ticket-screen.tsx')).TicketScreen })) }
// 3. It reads by `useRead` and `usePages`, writes by `useAct` (queries.ts), links by `hrefOf` (router.ts), and is made of ../ui.
//    Its texts stand in it: `const WORDS = { title: text('…', '…') }`, shown by `useSay()`.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import {
  Armchair,
  DoorOpen,
  Megaphone,
  MessageSquareText,
  ScrollText,
  Ticket,
  TicketPlus,
  TrainFront,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { Call } from '@kippu/contract/call';
import { deskGateConflicts, deskTickets } from '@kippu/contract/desk';
import { deskFeed } from '@kippu/contract/desk-feed';
import { deskFeedbackList } from '@kippu/contract/desk-feedback';
import { deskNotices } from '@kippu/contract/desk-notice';
import { deskOccupancy } from '@kippu/contract/desk-occupancy';
import { deskRecord } from '@kippu/contract/desk-record';
import { deskStaffList } from '@kippu/contract/desk-staff-list';
import { deskTicket } from '@kippu/contract/desk-ticket';
import type { PlaceName, ScreenProps } from './router.ts';
import { text, type Text } from './texts.ts';

export interface DeskScreen {
  readonly name: PlaceName;
  readonly title: Text;
  readonly icon: LucideIcon;
  readonly needs: Call;
  readonly Screen: LazyExoticComponent<ComponentType<ScreenProps>>;
}

export const SCREENS: readonly DeskScreen[] = [
  {
    name: 'tickets',
    title: text('きっぷ', 'Tickets'),
    icon: Ticket,
    needs: deskTicket,
    Screen: lazy(async () => ({ default: (await import('../ticket/ticket-screen.tsx')).TicketScreen })),
  },
  {
    name: 'issue',
    title: text('発行', 'Issue'),
    icon: TicketPlus,
    needs: deskTickets,
    Screen: lazy(async () => ({ default: (await import('../issue/issue-screen.tsx')).IssueScreen })),
  },
  {
    name: 'gates',
    title: text('改札', 'Gates'),
    icon: DoorOpen,
    needs: deskGateConflicts,
    Screen: lazy(async () => ({ default: (await import('../gate/gate-screen.tsx')).GateScreen })),
  },
  {
    name: 'notices',
    title: text('お知らせ', 'Notices'),
    icon: Megaphone,
    needs: deskNotices,
    Screen: lazy(async () => ({ default: (await import('../notice/notice-screen.tsx')).NoticeScreen })),
  },
  {
    name: 'feedback',
    title: text('ご意見', 'Feedback'),
    icon: MessageSquareText,
    needs: deskFeedbackList,
    Screen: lazy(async () => ({ default: (await import('../feedback/feedback-screen.tsx')).FeedbackScreen })),
  },
  {
    name: 'trains',
    title: text('列車', 'Trains'),
    icon: Armchair,
    needs: deskOccupancy,
    Screen: lazy(async () => ({ default: (await import('../train/train-screen.tsx')).TrainScreen })),
  },
  {
    name: 'timetable',
    title: text('時刻表', 'Timetable'),
    icon: TrainFront,
    needs: deskFeed,
    Screen: lazy(async () => ({
      default: (await import('../timetable/timetable-screen.tsx')).TimetableScreen,
    })),
  },
  {
    name: 'staff',
    title: text('係員', 'Staff'),
    icon: Users,
    needs: deskStaffList,
    Screen: lazy(async () => ({ default: (await import('../staff/staff-screen.tsx')).StaffScreen })),
  },
  {
    name: 'record',
    title: text('記録', 'Record'),
    icon: ScrollText,
    needs: deskRecord,
    Screen: lazy(async () => ({ default: (await import('../record/record-screen.tsx')).RecordScreen })),
  },
];
