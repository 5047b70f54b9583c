// Seat reservations: what a ticket may reserve, and how reservations are made, changed and cancelled.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/traveller/seat.ts';
import { Count, Cursor, Id, IdList, WireDate, WireTime, nameFields, page } from '../../fields.ts';
import { CheckCode } from './late.ts';
import { DirectionField, Section, Station } from './station.ts';
import { MAX_SEATS_OF_CALL } from '../../limits.ts';

/** Why a ticket may not reserve on any train. */
export const TICKET_REFUSALS = ['TKT-0001', 'TKT-0005', 'TKT-0006', 'TKT-0007'] as const;

/** Car, hyphen, row and letter: '4-12A'. */
export const SeatInfo = Type.String({ maxLength: 6, pattern: '^[1-9]\\d?-[1-9]\\d?[A-Z]$' });
/** A class of operator.json. */
export const CarClassField = Id;
const SEAT_TYPES = ['reserved', 'nonReserved'] as const;
/**
 * How a newer timetable affects a reservation: the train no longer runs, the seat no longer exists, the times
 * changed, or all is as booked again.
 */
const DISRUPTION_KINDS = ['cancelled', 'seatGone', 'retimed', 'restored'] as const;
export type DisruptionKind = (typeof DISRUPTION_KINDS)[number];

const ReservedSeat = strict({
  ticketId: Type.String(),
  seatInfo: Type.String(),
  seatType: Type.Enum([...SEAT_TYPES]),
  carClass: CarClassField,
});
type ReservedSeat = Static<typeof ReservedSeat>;

/** One stop of a ride. The first has no arrival and the last no departure, because those lie outside the ride. */
export const TrainStop = strict({
  stationId: Type.String(),
  ...nameFields('stationName'),
  arriveAt: Type.Optional(WireTime),
  departAt: Type.Optional(WireTime),
  /** As expected now; absent where nothing is known. */
  expectedArriveAt: Type.Optional(WireTime),
  expectedDepartAt: Type.Optional(WireTime),
  /** True: the train does not call here on its day. */
  skipped: Type.Optional(Type.Literal(true)),
});
export type TrainStop = Static<typeof TrainStop>;

/** How a train really runs, as live feeds and the operator's staff say. */
export const LiveRide = strict({
  /** When it was last said. */
  asOf: WireTime,
  /** Whether that is so long ago that it may no longer be true. */
  isOld: Type.Boolean(),
  /** Whether the train runs, and calls at `from` and `to`. */
  runs: Type.Boolean(),
  /** Only if it does not run: the whole train, or the first of the two stations at which it does not call. */
  cut: Type.Optional(Type.Enum(['train', 'from', 'to'])),
  /** Whether it has left `from`. */
  hasLeft: Type.Boolean(),
  /** At `from` and `to`. Absent where nothing is known; the timetable's time for a train that is on time. */
  expectedDepartAt: Type.Optional(WireTime),
  expectedArriveAt: Type.Optional(WireTime),
  /** Only if it leaves from another platform than planned. `platform` is the new one. */
  platformChanged: Type.Optional(strict({ planned: Type.String() })),
  /** The staff's words to travellers. */
  words: Type.Optional(strict(nameFields('text'))),
});
export type LiveRide = Static<typeof LiveRide>;

export const Disruption = strict({
  disruptionId: Type.String(),
  kind: Type.Enum([...DISRUPTION_KINDS]),
  /** The times at the booking. The reservation's own times are the newest. */
  bookedDepartAt: WireTime,
  bookedArriveAt: WireTime,
  /** Only for `seatGone`: the seats that the traveller lost, in train order. The others stay. */
  seatsGone: Type.Optional(Type.Array(Type.String())),
  foundAt: WireTime,
  /** Only for `cancelled`: the train runs again, but its seats were released, since the tickets have seats on other trains instead. */
  givenUp: Type.Optional(Type.Boolean()),
  /** Only for `cancelled`: no other train is left before the tickets end, so there is nothing to move to. */
  noTrainLeft: Type.Optional(Type.Boolean()),
  /** Only for `cancelled`: no other train is left on its day. The nearest day on which one is. */
  nextTrainDate: Type.Optional(WireDate),
});
export type Disruption = Static<typeof Disruption>;

export const Reservation = strict({
  reservationId: Type.String(),
  state: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)]),
  departureId: Type.String(),
  trainNo: Type.String(),
  ...nameFields('trainName'),
  direction: DirectionField,
  /** The calendar date of departure at `from`, not the GTFS service date. */
  date: WireDate,
  from: Station,
  to: Station,
  departAt: WireTime,
  arriveAt: WireTime,
  /** The car of the first seat. */
  car: Type.Integer(),
  /** At `from`, as known now. */
  platform: Type.Optional(Type.String()),
  /** How the train really runs; absent while nothing is known. */
  live: Type.Optional(LiveRide),
  /**
   * Only if a late train of the same traveller, which arrives at `from`, is expected after this one leaves, or leaves less time to change than the railway's
   * minutes. The seats may then be changed until this train leaves.
   */
  connection: Type.Optional(Type.Enum(['missed', 'tight'])),
  /** How late the train arrived at `to`, in full minutes; absent if it was not late there, or has not arrived. */
  late: Type.Optional(
    strict({
      minutes: Type.Integer({ minimum: 1 }),
      /** The check code of its late certificate; absent if the railway certifies no such delay. */
      code: Type.Optional(CheckCode),
      /** The seats that the railway refunds because of it, as '4-12A'; absent for none. The ticket gets the reservation back an hour after the arrival. */
      refunded: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  /** From `from` to `to`. Absent if the timetable no longer has this train at these times. */
  stops: Type.Optional(Type.Array(TrainStop)),
  seats: Type.Array(ReservedSeat),
  /** Absent while the train runs as booked. */
  disruption: Type.Optional(Disruption),
  /** Later than the railway's minutes before the timetable's departure if the train is late, or a disruption lets the traveller move. */
  changeableUntil: WireTime,
  reservedAt: WireTime,
});
export type Reservation = Static<typeof Reservation>;

const plan = {
  sections: Type.Array(Section),
  bookableFrom: WireDate,
  bookableTo: WireDate,
  perTicket: Type.Array(strict({ ticketId: Type.String(), left: Count })),
  maxSeats: Count,
};
export const PlanInfo = strict(plan);
export type PlanInfo = Static<typeof PlanInfo>;
export const ChangeInfo = strict({
  ...plan,
  reservation: Reservation,
  /** The seats held now, as '4-12A'. */
  seats: Type.Array(Type.String()),
});
export type ChangeInfo = Static<typeof ChangeInfo>;

export const loadPlanInfo = defineCall(routes.loadPlanInfo, {
  query: strict({ ticketIds: IdList }),
  data: PlanInfo,
  refusals: [...TICKET_REFUSALS, 'SEAT-0010'],
});

export const seatSave = defineCall(routes.seatSave, {
  body: strict({ holdId: Id }),
  data: Reservation,
  refusals: [
    ...TICKET_REFUSALS,
    'SEAT-0002',
    'SEAT-0004',
    'SEAT-0005',
    'SEAT-0006',
    'SEAT-0008',
    'SEAT-0009',
    'SEAT-0010',
    'SEAT-0011',
    'SEAT-0013',
    'SEAT-0015',
    'SEAT-0016',
  ],
});

export const seatChange = defineCall(routes.seatChange, {
  body: strict({ reservationId: Id, holdId: Id }),
  data: Reservation,
  refusals: [
    'TKT-0005',
    'TKT-0006',
    'TKT-0007',
    'SEAT-0001',
    'SEAT-0002',
    'SEAT-0004',
    'SEAT-0005',
    'SEAT-0006',
    'SEAT-0007',
    'SEAT-0008',
    'SEAT-0009',
    'SEAT-0010',
    'SEAT-0011',
    'SEAT-0012',
    'SEAT-0013',
    'SEAT-0015',
    'SEAT-0016',
  ],
});

export const seatCancel = defineCall(routes.seatCancel, {
  body: strict({
    reservationId: Id,
    /** For a group: the tickets whose seats are cancelled; the others keep theirs. All if absent. */
    ticketIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAX_SEATS_OF_CALL, uniqueItems: true })),
  }),
  /** The cancelled reservation: for a part of a group, a reservation of its own. */
  data: Reservation,
  refusals: ['TKT-0001', 'SEAT-0001', 'SEAT-0004', 'SEAT-0005', 'SEAT-0012'],
});

export const loadReserveDetail = defineCall(routes.loadReserveDetail, {
  body: strict({ reservationId: Id }),
  data: Reservation,
  refusals: ['SEAT-0001'],
});

export const reserveList = defineCall(routes.reserveList, {
  query: strict({ tab: Type.Enum(['upcoming', 'past']), cursor: Type.Optional(Cursor) }),
  data: page(Reservation),
});

export const loadChangeInfo = defineCall(routes.loadChangeInfo, {
  query: strict({ reservationId: Id }),
  data: ChangeInfo,
  refusals: [...TICKET_REFUSALS, 'SEAT-0001', 'SEAT-0004', 'SEAT-0005', 'SEAT-0010', 'SEAT-0012'],
});

/** What of a reservation changes with its train. */
const LiveReservation = Type.Pick(Reservation, [
  'reservationId',
  'state',
  'departAt',
  'arriveAt',
  'platform',
  'live',
  'connection',
  'changeableUntil',
]);

/** The next reservations that leave within a day, the earliest first. */
export const liveReservations = defineCall(routes.liveReservations, {
  data: strict({ items: Type.Array(LiveReservation) }),
});
