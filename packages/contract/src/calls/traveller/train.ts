// Trains to choose from, and the seats of one.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/traveller/train.ts';
import { Count, Id, IdList, WireDate, WireTime, nameFields } from '../../fields.ts';
import { CarClassField, LiveRide, TrainStop } from './seat.ts';
import { Station } from './station.ts';

const AVAILABILITY_LABELS = ['enough', 'few', 'none', 'notEnough'] as const;
export type AvailabilityLabel = (typeof AVAILABILITY_LABELS)[number];
const SEAT_STATES = ['selectable', 'taken', 'mine', 'held'] as const;

const availability = { left: Count, label: Type.Enum([...AVAILABILITY_LABELS]) };
export const Availability = strict(availability);
export type Availability = Static<typeof Availability>;
/** A part of a ride, beginning or ending with it, that has seats for all. Only present if the whole ride does not. */
export const RidePart = strict({ from: Id, to: Id });
export type RidePart = Static<typeof RidePart>;
export const Train = strict({
  departureId: Type.String(),
  trainNo: Type.String(),
  ...nameFields('trainName'),
  departAt: WireTime,
  arriveAt: WireTime,
  /** The platform at `from` as known now; absent if unknown. */
  platform: Type.Optional(Type.String()),
  /** How it really runs; absent while nothing is known. */
  live: Type.Optional(LiveRide),
  /** The timetable does not have it: a live feed added it. Its seats are not sold, and no other call knows its id. */
  isExtra: Type.Optional(Type.Literal(true)),
  /** From `from` to `to`, both included. */
  stops: Type.Array(TrainStop),
  /** The id of the car formation. */
  formation: Type.String(),
  /** The classes of its reserved cars that the tickets include, in the operator's order. */
  classes: Type.Array(strict({ class: CarClassField, ...availability })),
  /** The operator's first class, and its second where the tickets include it: for apps that do not know `classes`. */
  ordinary: Availability,
  green: Type.Optional(Availability),
  nonReservedCars: Type.Array(Type.Integer()),
  selectable: Type.Boolean(),
  /** The error code for why it cannot be selected. */
  reason: Type.Optional(Type.String()),
  /** Only if `reason` is SEAT-0011: the reserved train that runs at the same time. Absent if the ticket's seat in this direction is on a train of another time. */
  overlaps: Type.Optional(strict({ trainNo: Type.String(), ...nameFields('trainName'), departAt: WireTime })),
  /** Only if `reason` is SEAT-0003: the longest part from the start and the longest to the end that still have seats. */
  parts: Type.Optional(Type.Array(RidePart, { minItems: 1, maxItems: 2 })),
});
export type Train = Static<typeof Train>;

export const SeatPlace = strict({
  letter: Type.String(),
  state: Type.Enum([...SEAT_STATES]),
  power: Type.Boolean(),
  window: Type.Boolean(),
  facing: Type.Enum(['forward', 'backward']),
});
export type SeatPlace = Static<typeof SeatPlace>;
export const SeatCar = strict({
  car: Type.Integer(),
  class: CarClassField,
  /** Keys such as 'toilet', 'door', 'luggage'. */
  facilities: Type.Array(Type.String()),
  /** The letters across the car; '' stands for the aisle. */
  letters: Type.Array(Type.String()),
  rows: Type.Array(strict({ row: Type.Integer(), seats: Type.Array(SeatPlace) })),
});
export type SeatCar = Static<typeof SeatCar>;

const TRAIN_ENDS = ['low', 'high'] as const;
export type TrainEnd = (typeof TRAIN_ENDS)[number];
/** The direction in which the train runs. Operators count cars and rows from different ends. */
export const TrainFront = strict({
  /** The front of the train: the end with the lowest car number, or with the highest. */
  cars: Type.Enum([...TRAIN_ENDS]),
  /** The front of a car: the end with the lowest row, or with the highest. */
  rows: Type.Enum([...TRAIN_ENDS]),
  /** The terminus of the train. */
  towards: Station,
});
export type TrainFront = Static<typeof TrainFront>;

export const ticketTrainList = defineCall(routes.ticketTrainList, {
  query: strict({
    ticketIds: IdList,
    date: WireDate,
    from: Id,
    to: Id,
    after: Type.Optional(WireTime),
    change: Type.Optional(Id),
  }),
  data: Type.Array(Train),
  refusals: ['TKT-0001', 'SEAT-0001', 'SEAT-0009', 'SEAT-0010', 'SEAT-0013'],
});

/** What the railway says about a journey: plain text, by language. */
export const JourneyAlert = strict({
  alertId: Type.String(),
  ...nameFields('header'),
  /** May be empty, as may the header, but not both. */
  ...nameFields('text'),
  /** A page that says more, `https:` only; '' for none. */
  ...nameFields('url'),
  /** When it begins to be so, if that is to come. */
  from: Type.Optional(WireTime),
});
export type JourneyAlert = Static<typeof JourneyAlert>;

/**
 * The service alerts of the railway's live feeds that concern a train, or any train between two stations on a day, or one of the stations; the first
 * MAX_JOURNEY_ALERTS. Without any for unknown stations.
 */
export const journeyAlerts = defineCall(routes.journeyAlerts, {
  query: strict({ date: WireDate, from: Id, to: Id, departureId: Type.Optional(Id) }),
  data: strict({ items: Type.Array(JourneyAlert) }),
});

export const seatMap = defineCall(routes.seatMap, {
  query: strict({
    departureId: Id,
    from: Id,
    to: Id,
    change: Type.Optional(Id),
    /** The tickets for which seats are chosen. Seats that the account holds for other tickets count as taken. */
    ticketIds: Type.Optional(IdList),
  }),
  data: strict({ front: TrainFront, cars: Type.Array(SeatCar) }),
  refusals: ['TKT-0001', 'SEAT-0001', 'SEAT-0004', 'SEAT-0013', 'SEAT-0015', 'SEAT-0016'],
});
