// Complete server answers for desk tests. A test changes only the part that it checks.
import type { DataOf } from '@kippu/contract/call';
import type { GateConflict } from '@kippu/contract/calls/desk/issue';
import type { TakeIn } from '@kippu/contract/calls/desk/counter';
import type { deskFeed } from '@kippu/contract/calls/desk/timetable';
import type { DeskFeedback } from '@kippu/contract/calls/desk/feedback';
import type { DeskAccount, TicketLine, deskProducts } from '@kippu/contract/calls/desk/find';
import type { DeskGate, DeskGateCode, DeskStation } from '@kippu/contract/calls/desk/gates';
import type { deskHome } from '@kippu/contract/calls/desk/home';
import type { TrainRun, deskHeldCuts, deskTrainRun } from '@kippu/contract/calls/desk/live';
import type { UnsentMail } from '@kippu/contract/calls/desk/mails';
import type { DeskNotice } from '@kippu/contract/calls/desk/notices';
import type { deskDeparture, deskOccupancy, SeatRefund } from '@kippu/contract/calls/desk/occupancy';
import type { Staff } from '@kippu/contract/calls/desk/staff';
import type { DeskReconciliation, LedgerAct, Partner, Webhook } from '@kippu/contract/calls/desk/partners';
import type { StaffEntry } from '@kippu/contract/calls/desk/staff-list';
import type { DeskTicket, deskSeatChoice } from '@kippu/contract/calls/desk/ticket';
import { epochToWall } from '@kippu/domain/time/service-day';

const HOUR = 3_600_000;
/** Returns the operator's wall time this many milliseconds from now. */
export const wallIn = (ms: number): string => epochToWall(Date.now() + ms);
export const dateIn = (ms: number): string => wallIn(ms).slice(0, 10);

/** Returns a name in five languages. */
const names = <P extends string, T extends string>(prefix: P, name: string, traditional: T) =>
  Object.fromEntries(
    ['Cn', 'En', 'Jp', 'Kr', traditional].map((suffix) => [prefix + suffix, name]),
  ) as Record<`${P}${'Cn' | 'En' | 'Jp' | 'Kr' | T}`, string>;
const five = (words: string) => ({ ja: words, en: words, ko: words, 'zh-CN': words, 'zh-TW': words });

export const TICKET_NO = '261128000017';

export const aStaff = (change: Partial<Staff> = {}): Staff => ({
  staffId: 'staff-me',
  email: 'aki@kippu.example',
  name: 'Aki',
  role: 'manager',
  mustChangePassword: false,
  ...change,
});
export const aStaffEntry = (change: Partial<StaffEntry> = {}): StaffEntry => ({
  ...aStaff({ staffId: 'staff-1', email: 'ben@kippu.example', name: 'Ben', role: 'counter' }),
  createdAt: wallIn(-HOUR),
  version: 'version-1',
  ...change,
});

export const aPartner = (change: Partial<Partner> = {}): Partner => ({
  partnerId: 'partner-1',
  name: 'Trip Shop',
  contact: 'sales@tripshop.example',
  sellsAll: true,
  products: [],
  deskCalls: false,
  createdAt: wallIn(-HOUR),
  keys: [
    {
      keyId: 'key-1',
      mode: 'live',
      scopes: ['read', 'sell'],
      hint: 'abcd',
      createdAt: wallIn(-HOUR),
      lastUsedAt: wallIn(-HOUR),
    },
  ],
  version: 'version-1',
  ...change,
});
const aFigure = (number = 0, amount = 0) => ({ number, amount });
const sums = {
  sold: aFigure(3, 6_600),
  refunded: aFigure(1, 2_200),
  exchanged: aFigure(),
  voided: aFigure(),
  fees: aFigure(1, 340),
  open: aFigure(2, 4_740),
  vat: [{ rate: 1_000, net: 4_310, tax: 430, gross: 4_740 }],
};
/** A month that is over, with one day of postings. */
export const aReconciliation = (change: Partial<DeskReconciliation> = {}): DeskReconciliation => ({
  partnerId: 'partner-1',
  name: 'Trip Shop',
  month: '2026-11',
  currency: 'JPY',
  before: 1_000,
  after: 5_740,
  total: sums,
  days: [{ day: '2026-11-05', ...sums }],
  months: [
    { month: '2026-12', closed: false },
    { month: '2026-11', closed: false },
    { month: '2026-10', closed: true },
  ],
  faults: [],
  version: '8.12.open',
  ...change,
});
export const aLedgerAct = (change: Partial<LedgerAct> = {}): LedgerAct => ({
  entryId: '7',
  at: '2026-11-05 10:00:00',
  kind: 'refund',
  orderId: 'order-1',
  reference: 'TS-0001',
  ticketNo: TICKET_NO,
  amount: -2_200,
  fee: 340,
  tax: -170,
  taxRate: 1_000,
  soldOn: '2026-10-30',
  ...change,
});

export const aWebhook = (change: Partial<Webhook> = {}): Webhook => ({
  endpointId: 'endpoint-1',
  url: 'https://shop.example/hook',
  topics: [],
  state: 'open',
  createdAt: wallIn(-HOUR),
  deliveredAt: wallIn(-HOUR),
  waiting: 0,
  ...change,
});
/** The home of a manager for whom nothing waits. */
export const aHome = (change: Partial<DataOf<typeof deskHome>> = {}): DataOf<typeof deskHome> => {
  const none = { count: 0 };
  return {
    ...{ conflicts: none, messages: none, mails: none, refusedFeeds: none, gates: none, webhooks: none },
    silentMinutes: 60,
    cuts: { trains: 0, days: 0 },
    attacks: { signIns: 0, accounts: 0, codes: 0 },
    load: { date: dateIn(0), trains: 0, seats: 0, reserved: 0, fullest: [], soonest: [] },
    ...change,
  };
};

export const aTicketLine = (change: Partial<TicketLine> = {}): TicketLine => ({
  ticketNo: TICKET_NO,
  orderId: 'order-1',
  productId: 'city-day-qr',
  ...names('productName', 'City day ticket', 'TC'),
  passengerCategory: 'adult',
  status: 'bound',
  statusWord: 'Not in use yet',
  expired: false,
  bound: true,
  useExpireDate: dateIn(240 * HOUR),
  ...change,
});
export const aTicket = (change: Partial<DeskTicket> = {}): DeskTicket => ({
  ...aTicketLine(),
  ticketId: 'ticket-1',
  issuedTicketNo: '100000000001',
  kind: 'qr',
  version: 'version-1',
  orderTime: wallIn(-HOUR),
  seller: 'Shop',
  salesSite: 'Kyoto',
  entry: null,
  seats: [],
  events: [],
  ...change,
});
export const aTicketSeat = (): DeskTicket['seats'][number] => ({
  reservationId: 'reservation-1',
  trainNo: '1',
  ...names('trainName', 'HARUKA', 'Tc'),
  from: 'airport',
  to: 'kyoto',
  ...names('fromName', 'Airport', 'Tc'),
  ...names('toName', 'Kyoto', 'Tc'),
  departAt: wallIn(24 * HOUR),
  seat: '4-12A',
});
export const aSeatChoice = (): DataOf<typeof deskSeatChoice> => {
  const station = (stationId: string, name: string) => ({
    stationId,
    code: 'K-01',
    ...names('stationName', name, 'Tc'),
    ...{ lat: 34.4, lon: 135.2, region: 'west', gate: 'qr' as const, haruka: true },
  });
  return {
    sections: [{ from: station('airport', 'Airport'), to: station('kyoto', 'Kyoto'), direction: 'outbound' }],
    bookableFrom: dateIn(0),
    bookableTo: dateIn(720 * HOUR),
    trains: [
      {
        departureId: 'haruka-1@2026-12-01',
        trainNo: '1',
        ...names('trainName', 'HARUKA', 'Tc'),
        departAt: wallIn(25 * HOUR),
        arriveAt: wallIn(26 * HOUR),
        left: 12,
      },
    ],
    seats: [{ seat: '4-1A', carClass: 'ordinary', window: true }],
  };
};
export const anAccount = (): DeskAccount => ({
  accountId: 'account-1',
  email: 'mei@example.com',
  fullname: 'Mei Tanaka',
  username: 'mei',
  country: 'TW',
  language: 'en',
  createdAt: wallIn(-HOUR),
  status: 'active',
});
export const aTakeIn = (change: Partial<TakeIn> = {}): TakeIn => ({
  kind: 'admission',
  ticketNo: TICKET_NO,
  ...names('productName', 'Museum', 'TC'),
  passengerCategory: 'adult',
  status: 'inUse',
  statusWord: 'In use',
  useExpireDate: dateIn(240 * HOUR),
  version: 'version-1',
  admissions: { of: 2, done: 0 },
  ...change,
});
export const theProducts = (): DataOf<typeof deskProducts> => ({
  issuer: 'Rail',
  products: [
    {
      productId: 'city-day-qr',
      ...names('productName', 'City day ticket', 'TC'),
      kind: 'qr',
      price: { adult: 80_000, child: 40_000 },
      activateWithinDays: 30,
      days: 1,
    },
  ],
});

export const aStation = (): DeskStation => ({
  stationId: 'kyoto',
  ...names('stationName', 'Kyoto', 'Tc'),
  gate: 'qr',
});
export const aGate = (change: Partial<DeskGate> = {}): DeskGate => ({
  gateId: 'gate-0001',
  stationId: 'kyoto',
  ...names('stationName', 'Kyoto', 'Tc'),
  direction: 'in',
  enrolledAt: wallIn(-HOUR),
  ...change,
});
export const aGateCode = (change: Partial<DeskGateCode> = {}): DeskGateCode => ({
  codeId: 'code-1',
  stationId: 'kyoto',
  ...names('stationName', 'Kyoto', 'Tc'),
  direction: 'in',
  madeAt: wallIn(-HOUR),
  expiresAt: wallIn(23 * HOUR),
  byName: 'Aki',
  ...change,
});
export const aConflict = (change: Partial<GateConflict> = {}): GateConflict => ({
  conflictId: '4711',
  kind: 'sameDirection',
  gateId: 'gate-0001',
  stationId: 'kyoto',
  ...names('stationName', 'Kyoto', 'Tc'),
  code: 31,
  at: wallIn(-HOUR),
  eventId: 'event-1',
  receivedAt: wallIn(-HOUR),
  foundAt: wallIn(-HOUR),
  told: 'ticket-1',
  proof: 'phone',
  ticket: { ticketId: 'ticket-1', ticketNo: TICKET_NO, status: 'inUse', statusWord: 'In use' },
  before: [],
  ...change,
});

export const aNotice = (change: Partial<DeskNotice> = {}): DeskNotice => ({
  noticeId: 'desk-12',
  source: 'desk',
  state: 'shown',
  from: wallIn(-HOUR).slice(0, 17) + '00',
  until: wallIn(240 * HOUR).slice(0, 17) + '00',
  level: 'info',
  once: false,
  saved: { at: wallIn(-HOUR), by: 'Ben' },
  written: { at: wallIn(-HOUR), by: 'Ben' },
  title: five('Works at Kyoto'),
  body: five('Platform 3 is closed.'),
  version: 1,
  ...change,
});
export const aMessage = (change: Partial<DeskFeedback> = {}): DeskFeedback => ({
  feedbackId: 'feedback-1',
  at: wallIn(-HOUR),
  topic: 'app',
  language: 'en',
  hasPicture: true,
  handled: false,
  text: 'It does not work.',
  version: 'version-1',
  acts: [],
  ...change,
});

export const aMail = (change: Partial<UnsentMail> = {}): UnsentMail => ({
  mailId: 'mail-1',
  kind: 'ticketChanged',
  to: 'm•••@example.com',
  queuedAt: wallIn(-HOUR),
  givenUpAt: wallIn(-HOUR),
  tries: 1,
  reason: 'refused 550',
  sendable: true,
  ...change,
});

export const aRun = (change: Partial<TrainRun> = {}): TrainRun => ({
  runs: true,
  stopsOut: 0,
  departAt: wallIn(HOUR),
  arriveAt: wallIn(2 * HOUR),
  platform: '4',
  plannedPlatform: '4',
  formation: 'nine',
  plannedFormation: 'nine',
  lostCars: [],
  feedIsOld: false,
  isPast: false,
  ...change,
});
/** A train with three stops that runs as planned. */
export const aTrainRun = (change: Partial<DataOf<typeof deskTrainRun>> = {}): DataOf<typeof deskTrainRun> => {
  const times = [HOUR, 1.5 * HOUR, 2 * HOUR].map(wallIn);
  const stations = ['Airport', 'Bay', 'Kyoto'];
  const timesAt = (at: number) => ({
    ...(at > 0 ? { arriveAt: times[at] ?? '' } : {}),
    ...(at < 2 ? { departAt: times[at] ?? '' } : {}),
  });
  return {
    departureId: 'haruka-1@2026-12-01',
    serviceDate: dateIn(0),
    trainNo: '1',
    ...names('trainName', 'HARUKA', 'Tc'),
    version: '0',
    run: aRun(),
    stops: stations.map((name, at) => ({
      stationId: name.toLowerCase(),
      ...names('stationName', name, 'Tc'),
      ...timesAt(at),
    })),
    expected: stations.map((name, at) => ({
      key: name.toLowerCase(),
      ...timesAt(at),
      platform: '4',
      plannedPlatform: '4',
      isSkipped: false,
      hasLeft: false,
    })),
    formations: [
      { formationId: 'nine', series: '281', cars: [1, 2, 3] },
      { formationId: 'six', series: '271', cars: [1, 2] },
    ],
    ...change,
  };
};
export const aHeldCut = (
  change: Partial<DataOf<typeof deskHeldCuts>['items'][number]> = {},
): DataOf<typeof deskHeldCuts>['items'][number] => ({
  feed: 1,
  serviceDate: '2026-12-01',
  trains: 12,
  shortened: 0,
  applied: 0,
  losesTrain: { reservations: 5, travellers: 9 },
  ...change,
});
/** A day with one train that a feed adds. */
export const aDayWithExtra = (): DataOf<typeof deskOccupancy> => {
  const { stops, trainNameJp, trainNameEn, trainNameKr, trainNameCn, trainNameTc } = aDeparture();
  const named = { trainNameJp, trainNameEn, trainNameKr, trainNameCn, trainNameTc };
  return {
    date: '2026-12-01',
    from: '2026-12-01',
    to: '2026-12-02',
    trains: [],
    extra: [{ ...named, tripId: 'extra-9', trainNo: '', stops }],
    formations: aTrainRun().formations,
  };
};
export const aDeparture = (): DataOf<typeof deskDeparture> => ({
  departureId: 'haruka-1@2026-12-01',
  trainNo: '1',
  ...names('trainName', 'HARUKA', 'Tc'),
  direction: 'inbound',
  stops: [
    { stationId: 'kix', ...names('stationName', 'Airport', 'Tc'), departAt: wallIn(HOUR) },
    { stationId: 'kyoto', ...names('stationName', 'Kyoto', 'Tc'), arriveAt: wallIn(2 * HOUR) },
  ],
  run: aRun(),
  seats: 40,
  legs: [{ reserved: 1, held: 0 }],
  busiestLeg: 0,
  cars: [{ car: 4, carClass: 'ordinary', seats: 40, legs: [{ reserved: 1, held: 0 }] }],
  nonReservedCars: [],
  serviceDate: dateIn(0),
  plans: [{ car: 4, rows: 2, letters: ['A', 'B', '', 'C', 'D'] }],
  uses: [],
});

const feed = { version: '2026', from: dateIn(0), to: dateIn(240 * HOUR), trips: 10, stations: 5 };
export const theFeed = (): DataOf<typeof deskFeed> => ({
  inEffect: { ...feed, at: wallIn(-HOUR) },
  servers: { running: 2, serving: 2, since: wallIn(-HOUR), faults: [] },
  reservations: { moved: true, disrupted: 0 },
  imports: [{ importId: '7', ...feed, at: wallIn(-HOUR), by: 'Ben' }],
});
export const anUploadedFeed = () => ({
  state: 'read' as const,
  report: { findings: [], groups: [], leftOut: { routes: 0, trips: 0, stops: 0, withoutExactTimes: 0 } },
  summary: feed,
  effects: {
    trips: { added: 1, gone: 0, changed: 0 },
    stopped: { gaps: [], trains: [], more: 0 },
    reservations: { cancelled: 0, retimed: 0, seatGone: 0, restored: 0 },
  },
});

export const aSeatRefund = (change: Partial<SeatRefund> = {}): SeatRefund => ({
  refundId: '9',
  ticketNo: TICKET_NO,
  status: 'inUse',
  statusWord: 'In use',
  trainNo: '1',
  ...names('fromName', 'Airport', 'Tc'),
  ...names('toName', 'Bay', 'Tc'),
  departAt: wallIn(-4 * HOUR),
  seat: '4-1A',
  carClass: 'ordinary',
  minutes: 125,
  foundAt: wallIn(-HOUR),
  ...change,
});
