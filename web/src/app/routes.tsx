// The one table of screens: which file shows an address, whether it needs a session, and under which tab it lies.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { MaintenanceScreen, NotFoundScreen, ServerErrorScreen } from './error-screens.tsx';
import type { RouteName } from './link-to.ts';
import type { TabName } from './tab-bar.tsx';

interface Route {
  readonly screen: ComponentType | LazyExoticComponent<ComponentType>;
  /** `guest`: without a session the way leads over login. */
  readonly auth: 'open' | 'guest';
  /** Shows the tab bar, with this tab lit. */
  readonly tab?: TabName;
}

/** A lazily loaded screen, tried once more when its file did not come (a lost packet, a new release). */
const late = (load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> =>
  lazy(async () => ({ default: await load().catch(load) }));

export const ROUTES: Readonly<Partial<Record<RouteName, Route>>> = {
  tickets: {
    auth: 'open',
    tab: 'tickets',
    // Tickets know nothing of notices: the bell is handed in here, and both files come at the same time.
    screen: late(async () => {
      const [{ TicketListScreen }, { NoticeBell }] = await Promise.all([
        import('../ticket/ticket-list-screen.tsx'),
        import('../notice/notice-bell.tsx'),
      ]);
      return () => <TicketListScreen bell={<NoticeBell />} />;
    }),
  },
  add: {
    auth: 'guest',
    screen: late(async () => (await import('../ticket/add-ticket-screen.tsx')).AddTicketScreen),
  },
  addResult: {
    auth: 'guest',
    screen: late(async () => (await import('../ticket/add-result-screen.tsx')).AddResultScreen),
  },
  detail: {
    auth: 'guest',
    screen: late(async () => (await import('../ticket/ticket-detail-screen.tsx')).TicketDetailScreen),
  },
  code: {
    auth: 'guest',
    screen: late(async () => (await import('../ticket/code-screen.tsx')).CodeScreen),
  },
  transfer: {
    auth: 'guest',
    screen: late(async () => (await import('../ticket/transfer-screen.tsx')).TransferScreen),
  },
  transferResult: {
    auth: 'guest',
    screen: late(async () => (await import('../ticket/transfer-result-screen.tsx')).TransferResultScreen),
  },
  useAgeHistory: {
    auth: 'guest',
    screen: late(async () => (await import('../ticket/history-screen.tsx')).HistoryScreen),
  },
  outInSite: {
    auth: 'guest',
    screen: late(async () => (await import('../station/station-choice-screen.tsx')).StationChoiceScreen),
  },
  mpmTap: {
    auth: 'guest',
    screen: late(async () => (await import('../station/verified-screen.tsx')).VerifiedScreen),
  },
  voucherDetail: {
    auth: 'guest',
    screen: late(async () => (await import('../ticket/voucher-screen.tsx')).VoucherScreen),
  },
  seats: {
    auth: 'guest',
    tab: 'seats',
    screen: late(async () => (await import('../seat/reservation-list-screen.tsx')).ReservationListScreen),
  },
  train: {
    auth: 'guest',
    screen: late(async () => (await import('../seat/train-list-screen.tsx')).TrainListScreen),
  },
  chooseSeat: {
    auth: 'guest',
    screen: late(async () => (await import('../seat/seat-map-screen.tsx')).SeatMapScreen),
  },
  confirm: {
    auth: 'guest',
    screen: late(async () => (await import('../seat/confirm-screen.tsx')).ConfirmScreen),
  },
  reserveResult: {
    auth: 'guest',
    screen: late(async () => (await import('../seat/reserve-result-screen.tsx')).ReserveResultScreen),
  },
  reservation: {
    auth: 'guest',
    screen: late(async () => (await import('../seat/reservation-screen.tsx')).ReservationScreen),
  },
  cancelResult: {
    auth: 'guest',
    screen: late(async () => (await import('../seat/cancel-result-screen.tsx')).CancelResultScreen),
  },
  login: {
    auth: 'open',
    screen: late(async () => (await import('../account/login-screen.tsx')).LoginScreen),
  },
  signUp: {
    auth: 'open',
    screen: late(async () => (await import('../account/sign-up-screen.tsx')).SignUpScreen),
  },
  signUpResult: {
    auth: 'guest',
    screen: late(async () => (await import('../account/sign-up-result-screen.tsx')).SignUpResultScreen),
  },
  forgetPassword: {
    auth: 'open',
    screen: late(async () => (await import('../account/forget-password-screen.tsx')).ForgetPasswordScreen),
  },
  resetResult: {
    auth: 'open',
    screen: late(async () => (await import('../account/reset-result-screen.tsx')).ResetResultScreen),
  },
  account: {
    auth: 'guest',
    tab: 'account',
    screen: late(async () => (await import('../account/account-screen.tsx')).AccountScreen),
  },
  changeUsername: {
    auth: 'guest',
    screen: late(async () => (await import('../account/change-username-screen.tsx')).ChangeUsernameScreen),
  },
  changeCountry: {
    auth: 'guest',
    screen: late(async () => (await import('../account/change-country-screen.tsx')).ChangeCountryScreen),
  },
  changePassword: {
    auth: 'guest',
    screen: late(async () => (await import('../account/change-password-screen.tsx')).ChangePasswordScreen),
  },
  deleteAccount: {
    auth: 'guest',
    screen: late(async () => (await import('../account/delete-account-screen.tsx')).DeleteAccountScreen),
  },
  settings: {
    auth: 'open',
    screen: late(async () => (await import('../account/settings-screen.tsx')).SettingsScreen),
  },
  termsPrivacy: {
    auth: 'open',
    screen: late(async () => (await import('../account/terms-privacy-screen.tsx')).TermsPrivacyScreen),
  },
  notices: {
    auth: 'open',
    screen: late(async () => (await import('../notice/notice-list-screen.tsx')).NoticeListScreen),
  },
  notice: {
    auth: 'open',
    screen: late(async () => (await import('../notice/notice-screen.tsx')).NoticeScreen),
  },
  help: {
    auth: 'open',
    tab: 'help',
    screen: late(async () => (await import('../chatbot/help-screen.tsx')).HelpScreen),
  },
  feedback: {
    auth: 'guest',
    screen: late(async () => (await import('../feedback/feedback-screen.tsx')).FeedbackScreen),
  },
  notFound: { auth: 'open', screen: NotFoundScreen },
  serverError: { auth: 'open', screen: ServerErrorScreen },
  maintenance: { auth: 'open', screen: MaintenanceScreen },
  // The build drops it with its file.
  ...(import.meta.env.DEV
    ? {
        gallery: {
          auth: 'open',
          screen: late(async () => (await import('./gallery-screen.tsx')).GalleryScreen),
        },
      }
    : {}),
};
