// The one table of screens: whether an address needs a session, and under which tab it lies.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { PAGE_LOAD_TIMEOUT_MS } from '@kippu/contract/limits';
import { NoticeBell } from '../notice/notice-bell.tsx';
import { TicketListScreen } from '../ticket/ticket-list-screen.tsx';
import { MaintenanceScreen, NotFoundScreen, ServerErrorScreen } from './error-screens.tsx';
import type { LATE_SCREENS } from './late-screens.ts';
import type { RouteName } from './link-to.ts';
import type { TabName } from './tab-bar.tsx';

interface Route {
  readonly screen: ComponentType | LazyExoticComponent<ComponentType>;
  /** `guest`: without a session the way leads over login. */
  readonly auth: 'open' | 'guest';
  /** Shows the tab bar, with this tab lit. */
  readonly tab?: TabName;
  /** Fetches the screen's file before it is shown; absent when it came with the app. */
  readonly load?: () => Promise<unknown>;
}

/** Fails when the file of a screen takes longer than PAGE_LOAD_TIMEOUT_MS: it may never come. */
function inTime<T>(file: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the screen did not come in time')),
      PAGE_LOAD_TIMEOUT_MS,
    );
    file.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A lazily loaded screen, waited for once more when its file did not come (a lost packet, a new release). */
function late(name: keyof typeof LATE_SCREENS): Pick<Route, 'screen' | 'load'> {
  const load = async () => (await import('./late-screens.ts')).LATE_SCREENS[name]();
  return { screen: lazy(async () => ({ default: await inTime(load()).catch(() => inTime(load())) })), load };
}

/** Tickets know nothing of notices: the bell is handed in here. */
const FirstScreen = () => <TicketListScreen bell={<NoticeBell />} />;

export const ROUTES: Readonly<Partial<Record<RouteName, Route>>> = {
  tickets: { auth: 'open', tab: 'tickets', screen: FirstScreen },
  add: { auth: 'guest', ...late('add') },
  addResult: { auth: 'guest', ...late('addResult') },
  detail: { auth: 'guest', ...late('detail') },
  code: { auth: 'guest', ...late('code') },
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
          screen: lazy(async () => ({ default: (await import('./gallery-screen.tsx')).GalleryScreen })),
        },
      }
    : {}),
};
