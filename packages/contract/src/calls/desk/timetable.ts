// The timetable at the desk: the feed that is in effect, and a newer one checked, imported or withdrawn.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/timetable.ts';
import { Count, WireDate, WireTime, text } from '../../fields.ts';
import { type FeedFile } from '../../values.ts';
import { FEED_BYTES } from '../../limits.ts';

const FileText = text(FEED_BYTES, 1);
const file = Type.Optional(FileText);
const Files = strict({
  'agency.txt': file,
  'feed_info.txt': file,
  'stops.txt': file,
  'routes.txt': file,
  'trips.txt': file,
  'stop_times.txt': file,
  'calendar.txt': file,
  'calendar_dates.txt': file,
  'translations.txt': file,
} satisfies Record<FeedFile, typeof file>);

const summary = {
  /** The feed's `feed_version`; '' if it has none. */
  version: Type.String(),
  /** First and last service date. */
  from: WireDate,
  to: WireDate,
  trips: Count,
  stations: Count,
};
const Summary = strict(summary);
export type FeedSummary = Static<typeof Summary>;

export const FeedImport = strict({
  importId: Type.String(),
  ...summary,
  at: WireTime,
  /** The name of who imported it. */
  by: Type.String(),
  withdrawn: Type.Optional(strict({ at: WireTime, by: Type.String() })),
});
export type FeedImport = Static<typeof FeedImport>;

/** A train that a feed stops, counted in the days from today on that the server compares. */
const StoppedTrain = strict({
  trainNo: Type.String(),
  /** The first day without it. */
  from: WireDate,
  /** On how many days it does not run, although it does in the timetable in effect. */
  days: Count,
});
export type StoppedTrain = Static<typeof StoppedTrain>;

/** The effects of a feed on trains, and on reservations whose train has not left yet. */
const FeedEffects = strict({
  /** Trips that are new, gone or changed, compared with the timetable in effect. */
  trips: strict({ added: Count, gone: Count, changed: Count }),
  /** What will not run from today on. */
  stopped: strict({
    /** From this day on no train runs at all. Absent while the feed has trains for as long as seats are sold, and as the timetable in effect. */
    allFrom: Type.Optional(WireDate),
    /** Single trains before `allFrom`, the earliest first; at most 20. */
    trains: Type.Array(StoppedTrain),
    /** How many more trains there are. */
    more: Count,
  }),
  reservations: strict({ cancelled: Count, retimed: Count, seatGone: Count, restored: Count }),
});
export type FeedEffects = Static<typeof FeedEffects>;

const FeedProblem = strict({ file: Type.String(), line: Type.Integer(), text: Type.String() });
export type FeedProblem = Static<typeof FeedProblem>;

/** The current timetable, which server processes serve it already, and whether the reservations are moved to it. */
export const deskFeed = defineCall(routes.deskFeed, {
  data: strict({
    /** `importId` is absent for the operator's own files. `at`: when it was published; absent before the first start. */
    inEffect: strict({ ...summary, importId: Type.Optional(Type.String()), at: Type.Optional(WireTime) }),
    servers: strict({
      running: Count,
      /** How many serve it. */
      serving: Count,
      /** Since when all of them serve it; absent while one does not. */
      since: Type.Optional(WireTime),
      /** Why a process cannot read it, each reason once. */
      faults: Type.Array(Type.String()),
    }),
    reservations: strict({
      moved: Type.Boolean(),
      /** How many it has disrupted so far. */
      disrupted: Count,
    }),
    /** The newest 20. */
    imports: Type.Array(FeedImport),
  }),
});

/** Checks a feed without changing anything: returns its first fault, or its effects. */
export const deskCheckFeed = defineCall(routes.deskCheckFeed, {
  body: strict({ files: Files }),
  data: Type.Union([strict({ problem: FeedProblem }), strict({ summary: Summary, effects: FeedEffects })]),
});

/** Brings a feed into effect: every server process serves it within seconds. REQ-0001: the feed has a fault; deskCheckFeed names it. */
export const deskImportFeed = defineCall(routes.deskImportFeed, {
  body: strict({ files: Files }),
  data: FeedImport,
});

/**
 * Withdraws an import. If it is in effect, the one before it, or the operator's own files, take effect instead. REQ-0001:
 * that one does not fit the operator's other files any more. REQ-0005: no import has this id.
 */
export const deskWithdrawFeed = defineCall(routes.deskWithdrawFeed, {
  body: strict({ importId: Type.String({ pattern: '^\\d{1,18}$' }) }),
  data: FeedImport,
  refusals: ['REQ-0005'],
});
