// The files of all screens except the first and the code screen. This list is long, so it loads after the first
// screen.
import type { ComponentType } from 'react';
import { needing, NotFoundScreen } from '../../ui/states/incomplete-screen.tsx';

/** The loader of each screen, by route name. */
export const LAZY_SCREENS = {
  notFound: async () => NotFoundScreen,
  add: async () => (await import('../../ticket/add/add-ticket-screen.tsx')).AddTicketScreen,
  addResult: async () =>
    needing(['ticketIds'], (await import('../../ticket/add/add-result-screen.tsx')).AddResultScreen),
  detail: async () =>
    needing(['ticketId'], (await import('../../ticket/detail/ticket-detail-screen.tsx')).TicketDetailScreen),
  party: async () => needing(['ticketId'], (await import('../../ticket/party/party-screen.tsx')).PartyScreen),
  transfer: async () =>
    needing(['ticketId'], (await import('../../ticket/transfer/transfer-screen.tsx')).TransferScreen),
  transferResult: async () =>
    (await import('../../ticket/transfer/transfer-result-screen.tsx')).TransferResultScreen,
  useAgeHistory: async () => (await import('../../ticket/history/history-screen.tsx')).HistoryScreen,
  outInSite: async () =>
    needing(
      ['ticketId'],
      (await import('../../station/choose/station-choice-screen.tsx')).StationChoiceScreen,
    ),
  mpmTap: async () =>
    needing(
      ['recordId', 'ticketId'],
      (await import('../../station/verify/verified-screen.tsx')).VerifiedScreen,
    ),
  voucherDetail: async () =>
    needing(['ticketId'], (await import('../../ticket/voucher/voucher-screen.tsx')).VoucherScreen),
  seats: async () =>
    (await import('../../reservation/booked/reservation-list-screen.tsx')).ReservationListScreen,
  train: async () =>
    needing(['ticketIds'], (await import('../../reservation/trains/train-list-screen.tsx')).TrainListScreen),
  chooseSeat: async () =>
    needing(
      ['ticketIds', 'departureId', 'from', 'to'],
      (await import('../../reservation/seat-map/seat-map-screen.tsx')).SeatMapScreen,
    ),
  confirm: async () => (await import('../../reservation/confirm/confirm-screen.tsx')).ConfirmScreen,
  reserveResult: async () =>
    needing(
      ['reservationId'],
      (await import('../../reservation/confirm/reserve-result-screen.tsx')).ReserveResultScreen,
    ),
  reservation: async () =>
    needing(
      ['reservationId'],
      (await import('../../reservation/booked/reservation-screen.tsx')).ReservationScreen,
    ),
  cancelResult: async () =>
    needing(
      ['reservationId'],
      (await import('../../reservation/booked/cancel-result-screen.tsx')).CancelResultScreen,
    ),
  login: async () => (await import('../../account/login/login-screen.tsx')).LoginScreen,
  signUp: async () => (await import('../../account/sign-up/sign-up-screen.tsx')).SignUpScreen,
  signUpResult: async () =>
    (await import('../../account/sign-up/sign-up-result-screen.tsx')).SignUpResultScreen,
  forgetPassword: async () =>
    (await import('../../account/password/forget-password-screen.tsx')).ForgetPasswordScreen,
  resetResult: async () => (await import('../../account/password/reset-result-screen.tsx')).ResetResultScreen,
  late: async () => (await import('../../late/late-trains-screen.tsx')).LateTrainsScreen,
  lateTrain: async () => (await import('../../late/certificate-screen.tsx')).CertificateScreen,
  account: async () => (await import('../../account/settings/account-screen.tsx')).AccountScreen,
  changeUsername: async () =>
    (await import('../../account/member/change-username-screen.tsx')).ChangeUsernameScreen,
  changeCountry: async () =>
    (await import('../../account/member/change-country-screen.tsx')).ChangeCountryScreen,
  changePassword: async () =>
    (await import('../../account/password/change-password-screen.tsx')).ChangePasswordScreen,
  deleteAccount: async () =>
    (await import('../../account/member/delete-account-screen.tsx')).DeleteAccountScreen,
  push: async () => (await import('../../push/push-screen.tsx')).PushScreen,
  settings: async () => (await import('../../account/settings/settings-screen.tsx')).SettingsScreen,
  termsPrivacy: async () => (await import('../../account/terms/terms-privacy-screen.tsx')).TermsPrivacyScreen,
  notices: async () => (await import('../../notice/notice-list-screen.tsx')).NoticeListScreen,
  notice: async () => needing(['noticeId'], (await import('../../notice/notice-screen.tsx')).NoticeScreen),
  help: async () => (await import('../../help/help-screen.tsx')).HelpScreen,
  feedback: async () => (await import('../../feedback/feedback-screen.tsx')).FeedbackScreen,
} satisfies Readonly<Record<string, () => Promise<ComponentType>>>;
