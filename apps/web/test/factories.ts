// Answers of a server about one traveller. Each is a complete object of the wire; a test changes the part it needs.
import type { Member } from '@kippu/contract/calls/traveller/account';
import { RESERVATION_STATE } from '@kippu/contract/values';
import type { ChangeInfo, PlanInfo, Reservation } from '@kippu/contract/calls/traveller/seat';
import type { LateCertificate, LateTrain } from '@kippu/contract/calls/traveller/late';
import type { Section, Station } from '@kippu/contract/calls/traveller/station';
import type {
  Purchase,
  Counter,
  Ticket,
  Voucher,
  WaitingTicket,
} from '@kippu/contract/calls/traveller/ticket';
import type { SeatCar, Train } from '@kippu/contract/calls/traveller/train';
import { epochToWall } from '@kippu/domain/time/service-day';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Returns the wall time this many milliseconds from now, in the operator's zone. */
export const wallIn = (ms: number): string => epochToWall(Date.now() + ms);
const dateIn = (ms: number): string => wallIn(ms).slice(0, 10);

/** Returns one thing's names in five languages, each marked with its language. */
const names = <P extends string, T extends string>(prefix: P, name: string, traditional: T) =>
  Object.fromEntries(
    ['Cn', 'En', 'Jp', 'Kr', traditional].map((suffix) => [prefix + suffix, name]),
  ) as Record<`${P}${'Cn' | 'En' | 'Jp' | 'Kr' | T}`, string>;

export const aMember = (change: Partial<Member> = {}): Member => ({
  email: 'mei@example.com',
  username: 'mei',
  fullname: 'Mei Tanaka',
  country: 'TW',
  language: 'en',
  passwordChangedAt: '2026-01-01 10:00:00',
  createdAt: '2026-01-01 10:00:00',
  signedInAt: '2026-01-03 09:30:00',
  ...change,
});

export const aStation = (stationId: string): Station => ({
  stationId,
  code: 'A-01',
  ...names('stationName', `Station ${stationId}`, 'Tc'),
  lat: 34.43,
  lon: 135.24,
  region: 'kyoto',
  gate: 'staffed',
  haruka: true,
});
const section = (): Section => ({ from: aStation('kix'), to: aStation('kyoto'), direction: 'inbound' });

/** A Haruka ticket in the account, not in use yet. */
export const aPurchase = (change: Partial<Purchase> = {}): Purchase => {
  const item = { ...names('productName', 'Haruka one-way', 'TC'), isRefunded: false };
  return {
    orderId: 'A-1',
    orderTime: wallIn(-86_400_000),
    issuer: 'Our Railway',
    seller: 'Trip Shop',
    salesSite: 'web',
    salesCompany: 'Trip Shop',
    items: [
      { ...item, ticketNo: '1234567890123456', passengerCategory: 'adult', salePrice: 220_000 },
      { ...item, ticketNo: '1234567890123457', passengerCategory: 'child', salePrice: 110_000 },
    ],
    ...change,
  };
};
export const aTicket = (change: Partial<Ticket> = {}): Ticket => ({
  ticketId: 'ticket-1',
  ticketNo: '1234567890123456',
  productId: 'haruka-kix-kyoto',
  ...names('productName', 'Haruka one-way', 'TC'),
  kind: 'haruka',
  status: 'bound',
  ticketState: 10,
  tripType: 10,
  passengerCategory: 'adult',
  useExpireDate: dateIn(240 * HOUR),
  expired: false,
  reservedNum: 0,
  reservable: true,
  entry: null,
  issuedTicketNo: 'I-1',
  voucherNo: 'V-1',
  orderId: 'O-1',
  orderTime: '2026-01-02 10:00:00',
  issuer: 'Rail',
  seller: 'Shop',
  salesSite: 'Site',
  salesCompany: 'Company',
  salePrice: 180_000,
  quantity: 1,
  validity: { start: '2026-01-02', end: dateIn(240 * HOUR) },
  validDays: 1,
  sections: [section()],
  reservations: [],
  transferable: true,
  ...names('notes', '', 'Tc'),
  ...change,
});
/** The same ticket in use, so that it shows a code. */
export const aTicketInUse = (change: Partial<Ticket> = {}): Ticket =>
  aTicket({
    status: 'inUse',
    ticketState: 20,
    useDate: wallIn(-HOUR),
    abtExpireDate: wallIn(24 * HOUR),
    reservable: false,
    ...change,
  });

/** A reservation of one seat on a train that leaves tomorrow. */
export const aReservation = (change: Partial<Reservation> = {}): Reservation => ({
  reservationId: 'reservation-1',
  state: RESERVATION_STATE.reserved,
  departureId: 'haruka-1',
  trainNo: '1',
  ...names('trainName', 'HARUKA', 'Tc'),
  direction: 'inbound',
  date: dateIn(24 * HOUR),
  from: aStation('kix'),
  to: aStation('kyoto'),
  departAt: wallIn(24 * HOUR),
  arriveAt: wallIn(25 * HOUR),
  car: 4,
  seats: [{ ticketId: 'ticket-1', seatInfo: '4-1A', seatType: 'reserved', carClass: 'ordinary' }],
  changeableUntil: wallIn(24 * HOUR - 5 * MINUTE),
  reservedAt: wallIn(-HOUR),
  ...change,
});

export const aPlan = (change: Partial<PlanInfo> = {}): PlanInfo => ({
  sections: [section()],
  bookableFrom: dateIn(0),
  bookableTo: dateIn(240 * HOUR),
  perTicket: [{ ticketId: 'ticket-1', left: 1 }],
  maxSeats: 1,
  ...change,
});
export const aChange = (change: Partial<ChangeInfo> = {}): ChangeInfo => ({
  ...aPlan(),
  reservation: aReservation(),
  seats: ['4-1A'],
  ...change,
});

export const aTrain = (change: Partial<Train> = {}): Train => ({
  departureId: 'haruka-1',
  trainNo: '1',
  ...names('trainName', 'HARUKA', 'Tc'),
  departAt: wallIn(24 * HOUR),
  arriveAt: wallIn(25 * HOUR),
  stops: [
    { stationId: 'kix', ...names('stationName', 'Station kix', 'Tc'), departAt: wallIn(24 * HOUR) },
    { stationId: 'kyoto', ...names('stationName', 'Station kyoto', 'Tc'), arriveAt: wallIn(25 * HOUR) },
  ],
  formation: 'six',
  classes: [{ class: 'ordinary', left: 20, label: 'enough' }],
  ordinary: { left: 20, label: 'enough' },
  nonReservedCars: [5, 6],
  selectable: true,
  ...change,
});

const aCar = (): SeatCar => ({
  car: 4,
  class: 'ordinary',
  facilities: [],
  letters: ['A', 'B', '', 'C', 'D'],
  rows: [1, 2].map((row) => ({
    row,
    seats: ['A', 'B', 'C', 'D'].map((letter) => ({
      letter,
      state: 'selectable',
      power: false,
      window: letter === 'A' || letter === 'D',
      facing: 'forward',
    })),
  })),
});
export const aSeatMap = () => ({
  front: { cars: 'low' as const, rows: 'low' as const, towards: aStation('kyoto') },
  cars: [aCar()],
});

export const aVoucher = (change: Partial<Voucher> = {}): Voucher => ({
  ticketId: 'ticket-1',
  voucherNo: '1234567890',
  ...names('productName', 'Exchange voucher', 'TC'),
  ...names('exchangeFor', 'Day ticket', 'Tc'),
  hours: '09:00-18:00',
  ...names('notes', '', 'Tc'),
  state: 'exchangeable',
  useExpireDate: dateIn(240 * HOUR),
  exchanged: null,
  ...change,
});
export const aCounter = (): Counter => ({
  counterId: 'counter-1',
  ...names('counterName', 'Counter one', 'Tc'),
  railway: 'Private Railway',
  hours: '09:00-18:00',
  closed: '',
  lat: 35,
  lon: 135.7,
});

export const aVerification = () => ({
  recordId: 'record-1',
  code: 35,
  stationId: 'kix',
  verifiedAt: wallIn(0),
  verifiedUntil: wallIn(5 * MINUTE),
  cancellableUntil: wallIn(5 * MINUTE),
});

export const aNotice = (noticeId = 'notice-1') => ({
  noticeId,
  title: `Notice ${noticeId}`,
  at: wallIn(-HOUR),
  level: 'info' as const,
  once: false,
  body: 'Body',
});

export const aLateTrain = (change: Partial<LateTrain> = {}): LateTrain => ({
  code: '0123456789ABCDEF',
  trainNo: '1',
  ...names('trainName', 'HARUKA', 'Tc'),
  ...names('fromName', 'Station kix', 'Tc'),
  ...names('toName', 'Station kyoto', 'Tc'),
  departAt: '2026-04-01 10:15:00',
  mostMinutes: 25,
  ...change,
});
export const aLateCertificate = (change: Partial<LateCertificate> = {}): LateCertificate => ({
  ...aLateTrain(),
  railway: 'Demo Rail',
  arrivals: [
    {
      stationId: 'kyoto',
      ...names('stationName', 'Station kyoto', 'Tc'),
      plannedAt: '2026-04-01 11:35:00',
      arrivedAt: '2026-04-01 12:00:00',
      minutes: 25,
    },
  ],
  source: 'feed',
  saidAt: '2026-04-01 11:50:00',
  issuedAt: '2026-04-01 12:00:10',
  ...change,
});

/** A ticket as a visitor sees it who has its link. */
export function aWaitingTicket(change: Partial<WaitingTicket> = {}): WaitingTicket {
  const ticket = aTicket();
  return {
    productNameCn: ticket.productNameCn,
    productNameEn: ticket.productNameEn,
    productNameJp: ticket.productNameJp,
    productNameKr: ticket.productNameKr,
    productNameTC: ticket.productNameTC,
    kind: ticket.kind,
    passengerCategory: ticket.passengerCategory,
    useExpireDate: ticket.useExpireDate,
    ...change,
  };
}
