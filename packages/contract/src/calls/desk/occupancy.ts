// How full trains are: a day's departures leg by leg, and the seats of one.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/occupancy.ts';
import { Count, Cursor, Id, WireDate, WireTime, nameFields, page } from '../../fields.ts';
import { TICKET_STATUSES } from '../../values.ts';
import { FormationCars, TrainRun } from './live.ts';
import { CarClassField, TrainStop } from '../traveller/seat.ts';
import { DirectionField } from '../traveller/station.ts';

/** How many seats of one leg are reserved, and how many are held during a booking. The others are free. */
const SeatLoad = strict({ reserved: Count, held: Count });
export type SeatLoad = Static<typeof SeatLoad>;

const CarLoad = strict({
  car: Type.Integer(),
  carClass: CarClassField,
  seats: Count,
  /** One for each leg, in order. */
  legs: Type.Array(SeatLoad),
});

/** A departure and its reserved cars; without reserved seats it has none. Leg n is the hop from stop n to stop n + 1. */
const departure = {
  departureId: Type.String(),
  trainNo: Type.String(),
  ...nameFields('trainName'),
  direction: DirectionField,
  /** By the timetable. */
  stops: Type.Array(TrainStop),
  /** As it is expected to run. */
  run: TrainRun,
  /** Reservable seats in all cars. */
  seats: Count,
  legs: Type.Array(SeatLoad),
  /** The leg with the fewest free seats; the first of several. */
  busiestLeg: Count,
  cars: Type.Array(CarLoad),
  nonReservedCars: Type.Array(Type.Integer()),
  /** A feed's id of a train that it adds, to which the desk gave cars. */
  addedAs: Type.Optional(Type.String()),
};
export const DepartureLoad = strict(departure);
export type DepartureLoad = Static<typeof DepartureLoad>;

/** A train that a live feed adds to the timetable. Travellers see it. It has no seats to reserve until the desk gives it cars. */
const ExtraTrain = strict({
  /** The feed's name of it. */
  tripId: Type.String(),
  /** '' for a train without a number. */
  trainNo: Type.String(),
  ...nameFields('trainName'),
  /** As expected. */
  stops: Type.Array(TrainStop),
});
export type ExtraTrain = Static<typeof ExtraTrain>;

/** The departures of a service date, earliest first. A train after midnight belongs to the day before. */
export const deskOccupancy = defineCall(routes.deskOccupancy, {
  query: strict({ date: WireDate }),
  data: strict({
    date: WireDate,
    /** The first and last date of the timetable. */
    from: WireDate,
    to: WireDate,
    trains: Type.Array(DepartureLoad),
    /** Those that feeds add and that have no cars, earliest first. */
    extra: Type.Array(ExtraTrain),
    /** The formations that may run, with the numbers of their cars. */
    formations: Type.Array(FormationCars),
  }),
  refusals: ['REQ-0001'],
});

const SeatUse = strict({
  seat: Type.String(),
  /** Occupied on the legs from `firstLeg` up to, but not including, `endLeg`. */
  firstLeg: Count,
  endLeg: Count,
  /** Absent for a hold. The passenger is not included. */
  ticketNo: Type.Optional(Type.String()),
});
export type SeatUse = Static<typeof SeatUse>;

export const deskDeparture = defineCall(routes.deskDeparture, {
  query: strict({ departureId: Id }),
  data: strict({
    ...departure,
    serviceDate: WireDate,
    /** The reserved cars as they are built. */
    plans: Type.Array(
      strict({
        car: Type.Integer(),
        rows: Count,
        /** The number of the first row. Absent for 1. */
        firstRow: Type.Optional(Count),
        /** The letters across the car; '' stands for the aisle. */
        letters: Type.Array(Type.String()),
      }),
    ),
    /** By seat, then by leg. A seat that is free all the way has no entry. */
    uses: Type.Array(SeatUse),
  }),
  refusals: ['SEAT-0013'],
});

export const SeatRefund = strict({
  refundId: Type.String(),
  ticketNo: Type.String(),
  status: Type.Enum([...TICKET_STATUSES]),
  /** In the language of the request. */
  statusWord: Type.String(),
  trainNo: Type.String(),
  ...nameFields('fromName'),
  ...nameFields('toName'),
  /** By the timetable, where the traveller boarded. */
  departAt: WireTime,
  /** As '4-12A'. */
  seat: Type.String(),
  carClass: CarClassField,
  /** At the traveller's last station. */
  minutes: Count,
  foundAt: WireTime,
});
export type SeatRefund = Static<typeof SeatRefund>;

/**
 * The seats that are refunded by the railway's rule because their train was very late, the newest first, 50 a page. Their tickets have the
 * reservation back already; whether money is due is for staff to decide, who refund the ticket. A ticket that was refunded says so by its status.
 */
export const deskSeatRefunds = defineCall(routes.deskSeatRefunds, {
  query: strict({ cursor: Type.Optional(Cursor) }),
  data: page(SeatRefund),
});
