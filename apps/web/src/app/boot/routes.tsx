// The one table of screens: whether an address needs a session, and under which tab it lies.
import type { ComponentType } from 'react';
import { NoticeBell } from '../notice/notice-bell.tsx';
import { TicketListScreen } from '../ticket/ticket-list-screen.tsx';
import { MaintenanceScreen, NotFoundScreen, ServerErrorScreen } from './error-screens.tsx';
import { lateScreen, type LateScreen } from './late-screen.tsx';
import type { LATE_SCREENS } from './late-screens.ts';
import type { RouteName } from './link-to.ts';
import type { TabName } from './tab-bar.tsx';

interface Route {
  readonly screen: ComponentType;
  /** `guest`: without a session the way leads over login. */
  readonly auth: 'open' | 'guest';
  /** Shows the tab bar, with this tab lit. */
  readonly tab?: TabName;
  /** Parameters without which there is nothing to show: the link was cut off. */
  readonly needs?: readonly string[];
  /** Says itself that there is no network, and needs the place. */
  readonly saysOffline?: true;
  /** Fetches the screen's file before it is shown; absent when it came with the app. */
  readonly load?: () => Promise<unknown>;
}

/** A screen in a file of its own. */
const late = (name: keyof typeof LATE_SCREENS): LateScreen =>
  lateScreen(async () => (await import('./late-screens.ts')).LATE_SCREENS[name]());

/** Opened at a gate, often on a bad line: its file is not looked up in another file first. */
const codeScreen = lateScreen(async () => (await import('../ticket/code-screen.tsx')).CodeScreen);

/** Tickets know nothing of notices: the bell is handed in here. */
const FirstScreen = () => <TicketListScreen bell={<NoticeBell />} />;

export const ROUTES: Readonly<Partial<Record<RouteName, Route>>> = {
  tickets: { auth: 'open', tab: 'tickets', screen: FirstScreen },
  add: { auth: 'guest', ...late('add') },
  addResult: { auth: 'guest', ...late('addResult') },
  detail: { auth: 'guest', needs: ['ticketId'], ...late('detail') },
  code: { auth: 'guest', needs: ['ticketId'], saysOffline: true, ...codeScreen },
  transfer: { auth: 'guest', needs: ['ticketId'], ...late('transfer') },
  transferResult: { auth: 'guest', ...late('transferResult') },
  useAgeHistory: { auth: 'guest', ...late('useAgeHistory') },
  outInSite: { auth: 'guest', needs: ['ticketId'], ...late('outInSite') },
  mpmTap: { auth: 'guest', needs: ['recordId', 'ticketId'], ...late('mpmTap') },
  voucherDetail: { auth: 'guest', needs: ['ticketId'], ...late('voucherDetail') },
  seats: { auth: 'guest', tab: 'seats', ...late('seats') },
  train: { auth: 'guest', ...late('train') },
  chooseSeat: { auth: 'guest', ...late('chooseSeat') },
  confirm: { auth: 'guest', ...late('confirm') },
  reserveResult: { auth: 'guest', ...late('reserveResult') },
  reservation: { auth: 'guest', ...late('reservation') },
  cancelResult: { auth: 'guest', ...late('cancelResult') },
  login: { auth: 'open', ...late('login') },
  signUp: { auth: 'open', ...late('signUp') },
  signUpResult: { auth: 'guest', ...late('signUpResult') },
  forgetPassword: { auth: 'open', ...late('forgetPassword') },
  resetResult: { auth: 'open', ...late('resetResult') },
  account: { auth: 'guest', tab: 'account', ...late('account') },
  changeUsername: { auth: 'guest', ...late('changeUsername') },
  changeCountry: { auth: 'guest', ...late('changeCountry') },
  changePassword: { auth: 'guest', ...late('changePassword') },
  deleteAccount: { auth: 'guest', ...late('deleteAccount') },
  settings: { auth: 'open', ...late('settings') },
  termsPrivacy: { auth: 'open', ...late('termsPrivacy') },
  notices: { auth: 'open', ...late('notices') },
  notice: { auth: 'open', ...late('notice') },
  help: { auth: 'open', tab: 'help', ...late('help') },
  feedback: { auth: 'guest', ...late('feedback') },
  notFound: { auth: 'open', screen: NotFoundScreen },
  serverError: { auth: 'open', screen: ServerErrorScreen },
  maintenance: { auth: 'open', screen: MaintenanceScreen },
  // The build drops it with its file.
  ...(import.meta.env.DEV
    ? {
        gallery: {
          auth: 'open',
          ...lateScreen(async () => (await import('./gallery-screen.tsx')).GalleryScreen),
        },
      }
    : {}),
};
