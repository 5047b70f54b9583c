// Trains as they run: what the desk and the live feeds say of a train, and what the desk changes.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/live.ts';
import { Count, Id, MAX_LANGUAGES, WireDate, WireTime, byLanguage, nameFields, text } from '../../fields.ts';
import { BODY_BYTES, MAX_LIVE } from '../../limits.ts';
import { LIVE_FIELDS } from '../../values.ts';
import { TrainStop } from '../traveller/seat.ts';

/** A stop of a train: its station's id; '<station id>#2' for a second call at the same station. */
const StopKey = Type.String({ minLength: 1, maxLength: 80, pattern: '^[^\\u0000-\\u001f\\u007f]+$' });
/** Rises with each change of the desk's word; '0' before the first. Sent back with the next change. */
const Version = Type.String({ pattern: '^\\d{1,18}$', maxLength: 18 });

/** How a train runs, as known now. */
export const TrainRun = strict({
  /** False: it does not run at all. */
  runs: Type.Boolean(),
  /** Seconds, where it still calls; negative if it is early. Absent if nothing is known, or it does not run. */
  lateBy: Type.Optional(Type.Integer()),
  /** At how many stops it does not call. */
  stopsOut: Count,
  /** When it is expected to leave its first stop and to reach its last. */
  departAt: WireTime,
  arriveAt: WireTime,
  /** At its first stop, as expected and by the timetable. */
  platform: Type.Optional(Type.String()),
  plannedPlatform: Type.Optional(Type.String()),
  /** The id of the formation that runs, and of the planned one. */
  formation: Type.Optional(Type.String()),
  plannedFormation: Type.Optional(Type.String()),
  lostCars: Type.Array(Type.Integer()),
  /** Since how many seconds each source says what it says. Absent if it says nothing. */
  deskAge: Type.Optional(Count),
  feedAge: Type.Optional(Count),
  /** Whether the feed has been silent for so long that its delays and platforms do not count any more. */
  feedIsOld: Type.Boolean(),
  /** Whether it arrived so long ago that the desk cannot change it. */
  isPast: Type.Boolean(),
});
export type TrainRun = Static<typeof TrainRun>;

/** What one source says of a train. A field that is absent is not said. */
const Said = strict({
  runs: Type.Optional(Type.Boolean()),
  /** In the order of the stops. `seconds` is absent where nothing is known from the stop on. */
  delays: Type.Optional(Type.Array(strict({ stop: Type.String(), seconds: Type.Optional(Type.Integer()) }))),
  skipped: Type.Optional(Type.Array(Type.String())),
  platforms: Type.Optional(Type.Array(strict({ stop: Type.String(), platform: Type.String() }))),
  left: Type.Optional(Type.String()),
  formation: Type.Optional(Type.String()),
  lostCars: Type.Optional(Type.Array(Type.Integer())),
  words: Type.Optional(byLanguage(Type.String())),
});
export type Said = Static<typeof Said>;

export const RunStop = strict({
  key: Type.String(),
  /** As expected; absent where the train does not arrive or does not depart. */
  arriveAt: Type.Optional(WireTime),
  departAt: Type.Optional(WireTime),
  platform: Type.Optional(Type.String()),
  plannedPlatform: Type.Optional(Type.String()),
  isSkipped: Type.Boolean(),
  hasLeft: Type.Boolean(),
});
export type RunStop = Static<typeof RunStop>;

/** A formation, with the numbers of its cars. */
export const FormationCars = strict({
  formationId: Type.String(),
  series: Type.String(),
  cars: Type.Array(Type.Integer()),
});
export type FormationCars = Static<typeof FormationCars>;

/** How a train of a day runs. SEAT-0013: no such train runs that day. */
export const deskTrainRun = defineCall(routes.deskTrainRun, {
  query: strict({ departureId: Id }),
  data: strict({
    departureId: Type.String(),
    serviceDate: WireDate,
    trainNo: Type.String(),
    ...nameFields('trainName'),
    version: Version,
    run: TrainRun,
    /** By the timetable. */
    stops: Type.Array(TrainStop),
    /** As expected, one for each of `stops`. */
    expected: Type.Array(RunStop),
    desk: Type.Optional(Said),
    feed: Type.Optional(Said),
    /** All formations that may run, with the numbers of their cars. */
    formations: Type.Array(FormationCars),
  }),
  refusals: ['SEAT-0013'],
});

/** The newest 100 changes of what is said of a train, newest first. SEAT-0013: no such train runs that day. */
export const deskTrainHistory = defineCall(routes.deskTrainHistory, {
  query: strict({ departureId: Id }),
  data: strict({
    items: Type.Array(
      strict({
        at: WireTime,
        source: Type.Enum(['desk', 'feed']),
        /** The name of the member of staff, also of one who allowed what a feed says; or the number of the feed. */
        by: Type.String(),
        /** Only the fields that changed. */
        said: Said,
        /** The fields of which it says nothing any more. */
        undone: Type.Array(Type.Enum([...LIVE_FIELDS])),
      }),
    ),
  }),
  refusals: ['SEAT-0013'],
});

const stops = (maxItems: number) => Type.Array(StopKey, { maxItems, uniqueItems: true });
const orUndone = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/** A change of the desk's word. Null undoes a field; an absent field stays as it is. */
const Change = strict({
  /** False: cancelled. True: it runs, whatever a feed says. */
  runs: orUndone(Type.Boolean()),
  /** From a stop on. 0 minutes: on time, whatever a feed says. */
  late: orUndone(strict({ from: StopKey, minutes: Type.Integer({ minimum: 0, maximum: MAX_LIVE.minutes }) })),
  /** All stops at which it does not call; two must be left. An empty list: it calls at all of them. */
  skipped: orUndone(stops(MAX_LIVE.stops)),
  /** All platforms that differ from the timetable, one a stop. */
  platforms: orUndone(
    Type.Array(strict({ stop: StopKey, platform: text(MAX_LIVE.platform, 1) }), {
      minItems: 1,
      maxItems: MAX_LIVE.stops,
    }),
  ),
  formation: orUndone(Id),
  lostCars: orUndone(
    Type.Array(Type.Integer({ minimum: 1, maximum: 99 }), { maxItems: MAX_LIVE.cars, uniqueItems: true }),
  ),
  /** Words for travellers, at least in the operator's first two languages. */
  words: orUndone(byLanguage(text(MAX_LIVE.words))),
});
export type TrainChange = Static<typeof Change>;

const change = { departureId: Id, change: Change };
/** A stop's key and its platform. */
const STOP_CHARACTERS = 100;
/** The largest change: words in every language, and each stop twice, each character escaped to six bytes. */
const CHANGE_BYTES = 6 * (MAX_LANGUAGES * MAX_LIVE.words + 2 * MAX_LIVE.stops * STOP_CHARACTERS) + BODY_BYTES;
const UNFIT = ['SEAT-0013', 'DESK-0008', 'DESK-0009', 'DESK-0010', 'DESK-0011', 'DESK-0012'] as const;

const Touched = strict({ reservations: Count, travellers: Count });
/** Whom a change touches, among the reservations whose train has not left. Each reservation counts once, by what is worst for it. */
export const ChangeEffects = strict({
  losesTrain: Touched,
  losesSeat: Touched,
  later: Touched,
  earlier: Touched,
  /** The train or the seat, lost before, is there again. */
  restored: Touched,
  unchanged: Touched,
});
export type ChangeEffects = Static<typeof ChangeEffects>;

/** Says whom a change would touch if it were saved now. Nothing is written. Refuses as deskChangeTrain does. */
export const deskTryTrainChange = defineCall(routes.deskTryTrainChange, {
  bodyBytes: CHANGE_BYTES,
  body: strict(change),
  data: ChangeEffects,
  refusals: UNFIT,
});

/**
 * Changes what the desk says of a train. It holds until it is undone. SEAT-0013: no such train runs that day. DESK-0001 with
 * `by` and `at` in `values`: somebody else changed it since; nothing was saved. DESK-0008: the train has arrived. DESK-0009: it has no such
 * stop. DESK-0010: no such formation. DESK-0011: the formation has no such car. DESK-0012: fewer than two stops would be left.
 * REQ-0001: words are missing in one of the operator's first two languages, or a stop has two platforms.
 */
export const deskChangeTrain = defineCall(routes.deskChangeTrain, {
  bodyBytes: CHANGE_BYTES,
  body: strict({ ...change, version: Version }),
  data: strict({ departureId: Type.String(), version: Version, run: TrainRun }),
  refusals: [...UNFIT, 'DESK-0001'],
});

const addedTrain = {
  /** The feed's id of the train. */
  tripId: Id,
  serviceDate: WireDate,
  /** Null takes its seats out of sale: it is again a train of the feed alone, and its reservations lose it. */
  cars: Type.Union([
    strict({
      /** The number that travellers read; no other train of that day has it. */
      trainNo: text(MAX_LIVE.trainNo, 1),
      formation: Id,
      /** The cars of the formation that are missing. */
      lostCars: Type.Array(Type.Integer({ minimum: 1, maximum: 99 }), {
        maxItems: MAX_LIVE.cars,
        uniqueItems: true,
      }),
    }),
    Type.Null(),
  ]),
};
const UNFIT_CARS = ['SEAT-0013', 'DESK-0001', 'DESK-0008', 'DESK-0010', 'DESK-0011'] as const;

/** Says whom it would touch to give cars to a train that a feed adds, or to take them away. Nothing is written. Refuses as deskChangeAddedTrain does. */
export const deskTryAddedTrain = defineCall(routes.deskTryAddedTrain, {
  body: strict(addedTrain),
  data: ChangeEffects,
  refusals: UNFIT_CARS,
});

/**
 * Gives cars to a train that a live feed adds, so that its seats can be reserved, or takes them away. SEAT-0013: no feed adds such a train any
 * more. DESK-0001: it has cars already, or has none. DESK-0008: it has arrived. DESK-0010: no such formation. DESK-0011: the formation has no
 * such car. REQ-0001 with `trainNo` as the field: another train of that day has this number.
 */
export const deskChangeAddedTrain = defineCall(routes.deskChangeAddedTrain, {
  body: strict(addedTrain),
  data: strict({ departureId: Type.String() }),
  refusals: UNFIT_CARS,
});

const held = { feed: Type.Integer({ minimum: 1, maximum: 1000 }), serviceDate: WireDate };
const Done = strict({ trains: Count });

/**
 * Trains that a feed wants to cancel or to shorten and that wait for the desk, because feeds would then have done that to more than a fifth of a
 * day's trains that the desk has not allowed.
 */
export const deskHeldCuts = defineCall(routes.deskHeldCuts, {
  data: strict({
    items: Type.Array(
      strict({
        /** The feed's number. */
        feed: Type.Integer(),
        serviceDate: WireDate,
        /** How many trains wait. */
        trains: Count,
        /** How many of these would run, without some of their stops. */
        shortened: Count,
        /** How many trains feeds have cancelled or shortened already. They stay so, and the desk has not allowed them. */
        applied: Count,
        /** Who would lose their train. */
        losesTrain: Touched,
      }),
    ),
  }),
});

/**
 * Applies what waits of a feed and day. All that feeds have cancelled of that day counts as allowed then. DESK-0001: nothing waits any more, or
 * more than `trains`.
 */
export const deskAllowCuts = defineCall(routes.deskAllowCuts, {
  /** `trains`: how many the staff saw. */
  body: strict({ ...held, trains: Type.Optional(Count) }),
  data: Done,
  refusals: ['DESK-0001'],
});

/** Says for the desk that these trains run, whatever the feed says. DESK-0001: nothing waits any more, or more than `trains`. */
export const deskKeepRunning = defineCall(routes.deskKeepRunning, {
  body: strict({ ...held, trains: Type.Optional(Count) }),
  data: Done,
  refusals: ['DESK-0001'],
});
