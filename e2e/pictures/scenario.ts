// A server with accounts that have content for every screen: tickets in every state, and future and past seats.
import { randomUUID } from 'node:crypto';
import { request as requests, type APIRequestContext } from '@playwright/test';
import { login } from '@kippu/contract/calls/traveller/account';
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';
import { deskChangeTicket, type DeskAction } from '@kippu/contract/calls/desk/ticket';
import { deskChangeTrain, deskTrainRun } from '@kippu/contract/calls/desk/live';
import { deskOccupancy } from '@kippu/contract/calls/desk/occupancy';
import { deskSignIn } from '@kippu/contract/calls/desk/staff';
import { listLateTrains } from '@kippu/contract/calls/traveller/late';
import { deskTickets, type IssuedTicket } from '@kippu/contract/calls/desk/issue';
import type { Language } from '@kippu/contract/languages';
import { seatCancel, seatSave } from '@kippu/contract/calls/traveller/seat';
import { seatHold } from '@kippu/contract/calls/traveller/seat-hold';
import { CHECKLIST, type PassengerCategory, type TicketStatus } from '@kippu/contract/values';
import { bind, start, use } from '@kippu/contract/calls/traveller/ticket';
import { ticketTrainList } from '@kippu/contract/calls/traveller/train';
import { exchangeVoucher } from '@kippu/contract/calls/traveller/voucher';
import { addDays, dateAt, wallToEpoch } from '@kippu/domain/time/service-day';
import { encryptedPassword, newAccount, PASSWORD } from '../support/new-account.ts';
import { staffOf } from '../support/desk/desk-page.ts';
import { DESK_API_KEY } from '../playwright.config.ts';
import { runServer, type RunningServer } from '../support/server/run-server.ts';
import { dataOf } from '../support/transfer-calls.ts';

const DAY_MS = 86_400_000;
const PORT = Number(process.env['E2E_PORT'] ?? 8540);
export const ORIGIN = `http://127.0.0.1:${PORT}`;
export const DATA_DIR = process.env['E2E_DATA_DIR'] ?? '';
/** Long enough ago that a new password no longer prevents the deletion of an account. */
export const LONG_AGO_DAYS = 20;
const TODAY = dateAt(Date.now());

/** Starts the server with this data and its clock offset in days. Resolves when it answers. */
export const startServer = (days: number): Promise<RunningServer> =>
  runServer({ port: PORT, dataDir: DATA_DIR, clockAhead: days * DAY_MS, env: { DESK_API_KEY, DEMO: '1' } });

export const emailOf = (language: Language, who: string): string =>
  `${who}-${language.toLowerCase()}@example.com`;

interface Input<C extends Call> {
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
}
/** Makes calls as a signed-in person. */
export class ApiClient {
  private readonly request: APIRequestContext;
  readonly session: DataOf<typeof login>;

  private constructor(request: APIRequestContext, session: DataOf<typeof login>) {
    this.request = request;
    this.session = session;
  }

  static async signUp(request: APIRequestContext, language: Language, who: string): Promise<ApiClient> {
    return new ApiClient(request, await newAccount(request, emailOf(language, who), language));
  }
  static async logIn(request: APIRequestContext, language: Language, who: string): Promise<ApiClient> {
    const session = await dataOf(request, login, {
      body: {
        loginType: 'password' as const,
        loginAgent: 'guest' as const,
        saasId: 11950 as const,
        account: emailOf(language, who),
        deviceId: randomUUID(),
        password: await encryptedPassword(request, login.name, PASSWORD),
      },
    });
    return new ApiClient(request, session);
  }
  call<C extends Call>(call: C, input: Input<C>): Promise<DataOf<C>> {
    return dataOf(this.request, call, { ...input, authorization: `Bearer ${this.session.token}` });
  }

  /** Adds a new order and returns its tickets. */
  async addOrder(
    productId: string,
    categories: readonly PassengerCategory[] = ['adult'],
    days = 30,
  ): Promise<readonly IssuedTicket[]> {
    const issued = await issue(this.request, productId, categories, days);
    const [first] = issued;
    if (!first) throw new Error('nothing was issued');
    await this.call(bind, { query: {}, body: { link: first.orderLink } });
    return issued;
  }
  async addTicket(productId: string, category: PassengerCategory = 'adult', days = 30): Promise<string> {
    return (await this.addOrder(productId, [category], days))[0]?.ticketId ?? '';
  }
  async addTicketInUse(productId: string): Promise<string> {
    const ticketId = await this.addTicket(productId);
    await this.call(use, { body: { ticketId } });
    return ticketId;
  }
  /** Reserves seats on the day's train number `nth`, and returns the reservation. */
  async reserve(
    ticketIds: readonly string[],
    date: string,
    nth = 0,
    stretch = { from: 'kansai-airport', to: 'kyoto' },
  ) {
    const query = { ...stretch, ticketIds: ticketIds.join(','), date };
    const trains = await this.call(ticketTrainList, { query });
    const train = trains.filter(({ selectable }) => selectable)[nth];
    if (!train) throw new Error(`no train on ${date}`);
    const { holdId } = await this.call(seatHold, {
      body: {
        ...stretch,
        departureId: train.departureId,
        ticketIds: [...ticketIds],
        auto: { prefer: ticketIds.length > 1 ? 'together' : 'window' },
      },
    });
    return this.call(seatSave, { body: { holdId } });
  }
  cancel(reservationId: string) {
    return this.call(seatCancel, { body: { reservationId } });
  }
  async verifyPassage(ticketId: string, stationId: string, direction: 'in' | 'out') {
    return this.call(start, {
      query: { ticketId, stationId, direction, method: 'manual' },
      body: { checked: [...CHECKLIST] },
    });
  }
  exchange(ticketId: string, counterId: string) {
    return this.call(exchangeVoucher, { query: { ticketId, counterId } });
  }
}

const desk = `ApiKey ${DESK_API_KEY}`;
function issue(
  request: APIRequestContext,
  productId: string,
  categories: readonly PassengerCategory[] = ['adult'],
  days = 30,
): Promise<readonly IssuedTicket[]> {
  return dataOf(request, deskTickets, {
    authorization: desk,
    body: {
      orderId: `KDR-${randomUUID().slice(0, 8)}`,
      productId,
      tickets: categories.map((passengerCategory) => ({
        passengerCategory,
        useExpireDate: addDays(TODAY, days),
        salePrice: passengerCategory.endsWith('hild') ? 110_000 : 220_000,
      })),
      issuer: 'Kansai Demo Rail',
      seller: 'Kansai Demo Rail online shop',
      salesSite: 'Web',
    },
  });
}
const changeAtDesk = (
  request: APIRequestContext,
  ticketId: string,
  action: DeskAction,
  status: TicketStatus,
) =>
  dataOf(request, deskChangeTicket, {
    authorization: desk,
    body: { ticketId, action, reason: 'For a picture', seen: { status } },
  });

/** Creates the data of somebody who has used the app for weeks. Run it while the server's clock is behind. */
export async function createOldData(request: APIRequestContext, language: Language): Promise<void> {
  const me = await ApiClient.signUp(request, language, 'full');
  await ApiClient.signUp(request, language, 'empty');
  await ApiClient.signUp(request, language, 'receiver');
  const then = -LONG_AGO_DAYS;
  const pass = await me.addTicketInUse('kansai-pass-2day');
  await me.verifyPassage(pass, 'kyoto', 'in');
  await me.reserve([pass], addDays(TODAY, then + 1), 4);
  const [one, two] = await me.addOrder('haruka-kyoto-kix', ['adult', 'adult'], then + 3);
  await me.reserve([one?.ticketId ?? '', two?.ticketId ?? ''], addDays(TODAY, then + 2), 6, {
    from: 'kyoto',
    to: 'kansai-airport',
  });
  await me.addTicket('city-day-qr', 'adult', then + 2);
}

export interface PictureData {
  readonly client: ApiClient;
  readonly empty: ApiClient;
  readonly pass: string;
  readonly entered: string;
  readonly wide: string;
  readonly senior: string;
  readonly family: readonly string[];
  readonly voucher: string;
  readonly exchanged: string;
  readonly suspended: string;
  readonly refunded: string;
  readonly museum: string;
  readonly city: string;
  readonly lone: string;
  readonly give: string;
  readonly coming: string;
  readonly cancelled: string;
  readonly group: string;
  readonly links: {
    readonly one: string;
    readonly three: string;
    readonly code: string;
    readonly voucherNo: string;
  };
}

/** Creates the current data. */
export async function createCurrentData(
  request: APIRequestContext,
  language: Language,
): Promise<PictureData> {
  const me = await ApiClient.logIn(request, language, 'full');
  const empty = await ApiClient.logIn(request, language, 'empty');
  const tomorrow = addDays(TODAY, 1);
  const pass = await me.addTicketInUse('kansai-pass-2day');
  const coming = await me.reserve([pass], tomorrow, 2);
  const entered = await me.addTicketInUse('kansai-wide-5day');
  await me.verifyPassage(entered, 'kyoto', 'in');
  const wide = await me.addTicket('kansai-wide-5day');
  const senior = await me.addTicket('haruka-kix-tennoji', 'senior');
  const family = (await me.addOrder('haruka-round-kyoto', ['adult', 'specialAdult', 'child'])).map(
    (t) => t.ticketId,
  );
  const group = await me.reserve(family, addDays(TODAY, 3), 8);
  const voucher = await me.addTicket('keihan-voucher');
  const exchanged = await me.addTicket('keihan-voucher');
  await me.exchange(exchanged, 'keihan-sanjo');
  const suspended = await me.addTicket('kansai-wide-5day', 'saleAdult');
  await changeAtDesk(request, suspended, 'suspend', 'bound');
  const refunded = await me.addTicket('haruka-kix-kyoto');
  await changeAtDesk(request, refunded, 'refund', 'bound');
  const museum = await me.addTicket('museum-eticket');
  const city = await me.addTicketInUse('city-day-qr');
  const lone = await me.addTicket('kansai-pass-2day');
  const cancelled = await me.reserve([lone], addDays(TODAY, 5), 3);
  await me.cancel(cancelled.reservationId);
  const give = await me.addTicket('kansai-pass-2day', 'child');
  await me.reserve([give], addDays(TODAY, 4), 5);
  const [one] = await issue(request, 'haruka-kix-kyoto');
  const [three] = await issue(request, 'haruka-round-kyoto', ['adult', 'adult', 'child']);
  return {
    client: me,
    empty,
    pass,
    entered,
    wide,
    senior,
    family,
    voucher,
    exchanged,
    suspended,
    refunded,
    museum,
    city,
    lone,
    give,
    coming: coming.reservationId,
    group: group.reservationId,
    cancelled: cancelled.reservationId,
    links: {
      one: new URL(one?.link ?? '').hash,
      three: new URL(three?.orderLink ?? '').hash,
      code: one?.redeemCode ?? '',
      voucherNo: one?.voucherNo ?? '',
    },
  };
}

export const newRequests = (): Promise<APIRequestContext> => requests.newContext({ baseURL: ORIGIN });

const RECORDED_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 1_000;

/**
 * The desk says that a train that has just arrived was late. Returns the check code of its certificate; undefined at night, when no train has
 * arrived within the last hour.
 */
export async function lateTrain(request: APIRequestContext): Promise<string | undefined> {
  const { token } = await dataOf(request, deskSignIn, { body: staffOf('editor') });
  const authorization = `Bearer ${token}`;
  const { trains } = await dataOf(request, deskOccupancy, { query: { date: TODAY }, authorization });
  const now = Date.now();
  const train = trains.findLast(({ run }) => !run.isPast && wallToEpoch(run.arriveAt) < now - 45 * 60_000);
  if (!train) return undefined;
  const { departureId } = train;
  const { version, expected } = await dataOf(request, deskTrainRun, {
    query: { departureId },
    authorization,
  });
  const change = { late: { from: expected[0]?.key ?? '', minutes: 25 } };
  await dataOf(request, deskChangeTrain, { body: { departureId, version, change }, authorization });
  const until = Date.now() + RECORDED_WITHIN_MS;
  while (Date.now() < until) {
    const [found] = await dataOf(request, listLateTrains, { query: { date: TODAY } });
    if (found) return found.code;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  throw new Error('the late train is not recorded');
}
