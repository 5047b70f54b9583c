// What an inspector takes along: the trains of a day, and the reserved seats of one. Only for devices that are enrolled for inspectors.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/gate/inspect.ts';
import { Count, WireDate, WireTime, nameFields } from '../../fields.ts';
import { CarClassField, TrainStop } from '../traveller/seat.ts';

/** The id of a departure, or of a train that a feed added, which begins with 'extra:'. */
const TrainId = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f]+$' });

const InspectorTrain = strict({
  departureId: Type.String(),
  trainNo: Type.String(),
  ...nameFields('trainName'),
  ...nameFields('fromName'),
  ...nameFields('toName'),
  /** As expected, at the first and the last stop where it calls. */
  departAt: WireTime,
  arriveAt: WireTime,
  /** False: it does not run today. */
  runs: Type.Boolean(),
  /** Only for a train that the timetable does not have. It has no reserved seats. */
  extra: Type.Optional(Type.Literal(true)),
});
export type InspectorTrain = Static<typeof InspectorTrain>;

/**
 * The trains of a service date, the earliest first, without those whose list has ended. REQ-0001: a date other than yesterday, today or tomorrow.
 * REQ-0005: this device is not enrolled for inspectors.
 */
export const inspectorTrains = defineCall(routes.inspectorTrains, {
  query: strict({ date: WireDate }),
  data: strict({ date: WireDate, trains: Type.Array(InspectorTrain) }),
  refusals: ['GATE-0001', 'REQ-0001', 'REQ-0004', 'REQ-0005'],
});

/** A reserved seat. It names neither the traveller nor the ticket. */
const InspectorSeat = strict({
  /** Car, hyphen, row and letter: '4-12A'. */
  seat: Type.String(),
  /** Reserved on the legs from `firstLeg` up to, but not including, `endLeg`. */
  firstLeg: Count,
  endLeg: Count,
  /** Stands for the ticket, in this list alone (seat-tag.ts). */
  tag: Type.String(),
});
export type InspectorSeat = Static<typeof InspectorSeat>;

/**
 * The reserved seats of a departure, in its cars as they run today. Leg n is the hop from stop n to stop n + 1. SEAT-0013: no such train, or its list
 * has ended. REQ-0005: this device is not enrolled for inspectors.
 */
export const inspectorSeats = defineCall(routes.inspectorSeats, {
  query: strict({ departureId: TrainId }),
  data: strict({
    departureId: Type.String(),
    serviceDate: WireDate,
    trainNo: Type.String(),
    ...nameFields('trainName'),
    /** How certificates name the train of a seat. */
    onTicket: Type.String(),
    runs: Type.Boolean(),
    /** When the list was made, and until when a device may keep it. */
    madeAt: WireTime,
    endsAt: WireTime,
    /** A stop where the train does not call today is `skipped`. */
    stops: Type.Array(TrainStop),
    /** The reserved cars that run today, as they are built. */
    cars: Type.Array(
      strict({
        car: Type.Integer(),
        carClass: CarClassField,
        rows: Count,
        /** The number of the first row. Absent for 1. */
        firstRow: Type.Optional(Count),
        /** The letters across the car; '' stands for the aisle. */
        letters: Type.Array(Type.String()),
      }),
    ),
    /** Cars of the planned train that are missing today. */
    lostCars: Type.Array(Type.Integer()),
    nonReservedCars: Type.Array(Type.Integer()),
    /** In the order of the train. A seat whose car does not run today is listed too. */
    seats: Type.Array(InspectorSeat),
  }),
  refusals: ['GATE-0001', 'REQ-0004', 'REQ-0005', 'SEAT-0013'],
});
