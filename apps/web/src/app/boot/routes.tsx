// The table of screens: whether each one needs a session, and which tab it belongs to.
import type { ComponentType } from 'react';
import { NoticeBell } from '../../notice/notice-bell.tsx';
import { TicketListScreen } from '../../ticket/list/ticket-list-screen.tsx';
import { MaintenanceScreen, ServerErrorScreen } from '../../ui/states/error-screens.tsx';
import { lazyScreen, type LazyScreen } from './lazy-screen.tsx';
import type { LAZY_SCREENS } from './lazy-screens.ts';
import type { RouteName } from '../router/link-to.ts';
import type { TabName } from './tab-bar.tsx';

interface Route {
  readonly screen: ComponentType;
  /** `guest`: without a session, login comes first. */
  readonly auth: 'open' | 'guest';
  /** The screen shows the tab bar with this tab selected. */
  readonly tab?: TabName;
  /** The screen shows by itself that there is no network, and needs the space. */
  readonly saysOffline?: true;
  /** Loads the screen's file before the screen is shown. Absent when it is part of the first file. */
  readonly load?: () => Promise<unknown>;
}

/** A screen in a file of its own. */
const late = (name: keyof typeof LAZY_SCREENS): LazyScreen =>
  lazyScreen(async () => (await import('./lazy-screens.ts')).LAZY_SCREENS[name]());

/** The code screen opens at a gate, often on a bad line, so it does not need the list of late screens first. */
const codeScreen = lazyScreen(
  async () => (await import('../../ticket/show-code/code-screen.tsx')).CodeScreen,
);

/** The ticket list may not import notices, so the bell is passed in here. */
const FirstScreen = () => <TicketListScreen bell={<NoticeBell />} />;

/** In place of what this railway does not have, or of an address of no screen. */
export const NOT_FOUND = late('notFound');

export const ROUTES: Readonly<Partial<Record<RouteName, Route>>> = {
  tickets: { auth: 'open', tab: 'tickets', screen: FirstScreen },
  // It shows a visitor what a link would add, and leads to login otherwise.
  add: { auth: 'open', ...late('add') },
  addResult: { auth: 'guest', ...late('addResult') },
  detail: { auth: 'guest', ...late('detail') },
  code: { auth: 'guest', saysOffline: true, ...codeScreen },
  party: { auth: 'guest', ...late('party') },
  transfer: { auth: 'guest', ...late('transfer') },
  transferResult: { auth: 'guest', ...late('transferResult') },
  useAgeHistory: { auth: 'guest', ...late('useAgeHistory') },
  outInSite: { auth: 'guest', ...late('outInSite') },
  mpmTap: { auth: 'guest', ...late('mpmTap') },
  voucherDetail: { auth: 'guest', ...late('voucherDetail') },
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
  late: { auth: 'open', ...late('late') },
  lateTrain: { auth: 'open', ...late('lateTrain') },
  account: { auth: 'guest', tab: 'account', ...late('account') },
  changeUsername: { auth: 'guest', ...late('changeUsername') },
  changeCountry: { auth: 'guest', ...late('changeCountry') },
  changePassword: { auth: 'guest', ...late('changePassword') },
  deleteAccount: { auth: 'guest', ...late('deleteAccount') },
  push: { auth: 'guest', ...late('push') },
  settings: { auth: 'open', ...late('settings') },
  termsPrivacy: { auth: 'open', ...late('termsPrivacy') },
  notices: { auth: 'open', ...late('notices') },
  notice: { auth: 'open', ...late('notice') },
  help: { auth: 'open', tab: 'help', ...late('help') },
  feedback: { auth: 'open', ...late('feedback') },
  notFound: { auth: 'open', ...NOT_FOUND },
  serverError: { auth: 'open', screen: ServerErrorScreen },
  maintenance: { auth: 'open', screen: MaintenanceScreen },
  // A production build drops the gallery and its file.
  ...(import.meta.env.DEV
    ? {
        gallery: {
          auth: 'open',
          ...lazyScreen(async () => (await import('../gallery/gallery-screen.tsx')).GalleryScreen),
        },
      }
    : {}),
};
