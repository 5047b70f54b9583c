// Every screen's address and parameters. Links are made here and never written as text.

/**
 * The hash paths and names of the specification; `code`, `confirm`, `late`, `lateTrain`, `party`, `push`, `reservation` and `settings` are our own. `outInSite` is where a traveller
 * chooses the station of an entry or exit, `mpmTap` shows its verification, `useAgeHistory` lists what the tickets were used for.
 */
export const PATHS = {
  tickets: '/',
  login: '/packages/login/index',
  signUp: '/packages/login/signUp',
  signUpResult: '/packages/login/signUpResult',
  forgetPassword: '/packages/login/forgetPassword',
  resetResult: '/packages/login/resetResult',
  add: '/packages/ticket/add',
  addResult: '/packages/ticket/addResult',
  detail: '/packages/ticket/detail',
  code: '/packages/ticket/code',
  party: '/packages/ticket/party',
  transfer: '/packages/ticket/transfer',
  transferResult: '/packages/ticket/transferResult',
  useAgeHistory: '/packages/ticket/useAgeHistory',
  outInSite: '/packages/ticket/outInSite',
  mpmTap: '/packages/ticket/mpmTap',
  voucherDetail: '/packages/ticket/voucherDetail',
  seats: '/packages/haruka/harukaReserve',
  train: '/packages/haruka/train',
  chooseSeat: '/packages/haruka/chooseSeat',
  confirm: '/packages/haruka/confirm',
  reserveResult: '/packages/haruka/reserveResult',
  reservation: '/packages/haruka/reservation',
  cancelResult: '/packages/haruka/cancelResult',
  late: '/packages/late/index',
  lateTrain: '/packages/late/detail',
  account: '/packages/account/index',
  notices: '/packages/notify/index',
  notice: '/packages/notify/detail',
  help: '/packages/chatbot/index',
  feedback: '/packages/ticket/feedback',
  changeCountry: '/packages/account/changeCountry',
  changePassword: '/packages/account/changePassword',
  changeUsername: '/packages/account/changeUsername',
  deleteAccount: '/packages/account/deleteAccount',
  push: '/packages/account/push',
  settings: '/packages/account/settings',
  termsPrivacy: '/packages/other/termsPrivacy',
  notFound: '/packages/other/404',
  serverError: '/packages/other/500',
  maintenance: '/packages/other/503',
  /** This screen exists in development only. */
  gallery: '/packages/other/gallery',
} as const;
export type RouteName = keyof typeof PATHS;

/** Other addresses of the same screens. */
const ALIASES: Readonly<Record<string, RouteName>> = { '/pages/ticket/list': 'tickets' };

/** The query parameters of each screen. All are text and untrusted. */
export interface RouteParams {
  tickets: { tab?: 'past' };
  /** `next`: the address after login, without '#'. `view`: the codes that are still on the phone, instead of the form. */
  login: { next?: string; why?: string; view?: 'codes' };
  /** `step`: absent for the first one. */
  signUp: { next?: string; step?: 'code' | 'password' | 'you' };
  signUpResult: { next?: string };
  forgetPassword: { next?: string };
  resetResult: { next?: string };
  /** `link`: the token of a ticket's or an order's link. */
  add: { link?: string };
  addResult: { ticketIds: string };
  /** `view`: the record of the purchase instead of the ticket. */
  detail: { ticketId: string; view?: 'purchase' };
  code: { ticketId: string };
  /** Any ticket of the party. */
  party: { ticketId: string };
  /** `ticketIds`: several tickets of one party, `ticketId` among them. `way`: by a link. */
  transfer: { ticketId: string; ticketIds?: string; way?: 'link' };
  transferResult: Record<never, string>;
  /** Without `ticketId`: the history of all the account's tickets. */
  useAgeHistory: { ticketId?: string };
  outInSite: { ticketId: string; direction: 'in' | 'out' };
  mpmTap: { recordId: string; ticketId: string };
  voucherDetail: { ticketId: string };
  seats: { tab?: 'past' };
  /** `change`: the reservation whose seats are to be replaced. */
  train: { ticketIds: string; from?: string; to?: string; date?: string; change?: string };
  chooseSeat: {
    ticketIds: string;
    departureId: string;
    from: string;
    to: string;
    date: string;
    change?: string;
  };
  confirm: {
    ticketIds: string;
    departureId: string;
    from: string;
    to: string;
    date: string;
    holdId: string;
    change?: string;
  };
  reserveResult: { reservationId: string; changed?: '1' };
  reservation: { reservationId: string };
  /** `rest`: the reservation that the rest of the group keeps. */
  cancelResult: { reservationId: string; rest?: string };
  /** `date`: the day whose late trains are listed; today without it. */
  late: { date?: string };
  /** `code`: the check code, as somebody may have typed it. */
  lateTrain: { code: string };
  account: Record<never, string>;
  notices: Record<never, string>;
  notice: { noticeId: string };
  /** `browse`: shows all questions instead of the conversation. */
  help: { view?: 'browse' };
  feedback: { ticketId?: string };
  changeCountry: Record<never, string>;
  changePassword: Record<never, string>;
  changeUsername: Record<never, string>;
  deleteAccount: Record<never, string>;
  push: Record<never, string>;
  settings: Record<never, string>;
  termsPrivacy: { part?: 'privacy' };
  notFound: Record<never, string>;
  serverError: Record<never, string>;
  maintenance: Record<never, string>;
  gallery: Record<never, string>;
}

/** Returns a screen's address without '#'. Absent parameters are left out. */
export function addressOf<N extends RouteName>(name: N, params: RouteParams[N]): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) if (typeof value === 'string') query.set(key, value);
  const text = query.toString();
  return text ? `${PATHS[name]}?${text}` : PATHS[name];
}

/** Returns the address as a link: `linkTo('detail', { ticketId })` is '#/packages/ticket/detail?ticketId=…'. */
export const linkTo = <N extends RouteName>(name: N, params: RouteParams[N]): string =>
  `#${addressOf(name, params)}`;

export interface Place {
  /** null: no screen has this address. */
  readonly name: RouteName | null;
  readonly params: Readonly<Record<string, string>>;
  /** Without '#'. */
  readonly address: string;
}

const NAMES = new Map<string, RouteName>([
  ...Object.entries(ALIASES),
  ...Object.entries(PATHS).map(([name, path]) => [path, name as RouteName] as const),
]);

/**
 * Returns the screen that a location's hash names. Accepts any text; a slash at the start or end of the path is
 * optional.
 */
export function placeOf(hash: string): Place {
  const address = hash.replace(/^#/, '') || '/';
  const [path = '', query = ''] = address.split(/\?(.*)/s);
  const clean = `/${path.replace(/^\/+|\/+$/g, '')}`;
  return { name: NAMES.get(clean) ?? null, params: Object.fromEntries(new URLSearchParams(query)), address };
}
