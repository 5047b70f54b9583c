// The timetable at the desk: the feed that is in effect, and a newer one checked, imported or withdrawn.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/timetable.ts';
import { Count, Id, WireDate, WireTime } from '../../fields.ts';
import { FINDING_CODES, FINDING_LEVELS, type FindingCode } from '../../feed-findings.ts';
import { FEED_BYTES } from '../../limits.ts';

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
    /** Days before `allFrom` on which no train runs, although one does in the timetable in effect, the first and the last of each time; at most 20. */
    gaps: Type.Array(strict({ from: WireDate, to: WireDate })),
    /** Single trains before `allFrom`, the earliest first; at most 20. */
    trains: Type.Array(StoppedTrain),
    /** How many more trains there are. */
    more: Count,
  }),
  reservations: strict({ cancelled: Count, retimed: Count, seatGone: Count, restored: Count }),
});
export type FeedEffects = Static<typeof FeedEffects>;

const Place = strict({
  /** The file's name, such as 'stop_times.txt'. */
  file: Type.Optional(Type.String()),
  /** From 1. */
  line: Type.Optional(Type.Integer()),
  column: Type.Optional(Type.String()),
  value: Type.Optional(Type.String()),
  /** What the value does not agree with: a file, a line or another value. */
  against: Type.Optional(Type.String()),
});
const FeedFinding = strict({
  /** A code of the canonical GTFS validator where it has one. */
  code: Type.Enum(Object.keys(FINDING_CODES) as FindingCode[]),
  level: Type.Enum([...FINDING_LEVELS]),
  /** How often it occurs. */
  count: Count,
  /** Where, at most 20 places. */
  places: Type.Array(Place),
});
export type FeedFinding = Static<typeof FeedFinding>;

/** All that was found in a feed, errors first, and what of it is left out. */
const FeedReport = strict({
  findings: Type.Array(FeedFinding),
  /** Its trains by agency and type of route. */
  groups: Type.Array(
    strict({
      agencyId: Type.String(),
      agencyName: Type.String(),
      /** `route_type`. */
      type: Type.Integer(),
      routes: Count,
      trips: Count,
      /** How many of the trips are this railway's. */
      kept: Count,
    }),
  ),
  /** Absent for a feed that cannot be opened. */
  leftOut: Type.Optional(strict({ routes: Count, trips: Count, stops: Count, withoutExactTimes: Count })),
});

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

/**
 * Sends the ZIP file of a feed, at most 50 MB. It is read after the answer; deskUploadedFeed says how far it is. Nothing takes effect.
 * REQ-0003: the file is larger. REQ-0001: no file.
 */
export const deskUploadFeed = defineCall(routes.deskUploadFeed, {
  bodyBytes: FEED_BYTES,
  data: strict({ uploadId: Id }),
});

/**
 * What became of an uploaded feed. `reading`: `file` is read, and `share` (0 to 1) of the feed. `stopped`: the server that read it was
 * stopped; send it again. `read`: the report, and without an error what the feed contains and its effects if it were imported now.
 * Uploads are kept for a day. REQ-0005: the caller has no such upload.
 */
export const deskUploadedFeed = defineCall(routes.deskUploadedFeed, {
  query: strict({ uploadId: Id }),
  data: Type.Union([
    strict({ state: Type.Literal('reading'), file: Type.String(), share: Type.Number() }),
    strict({ state: Type.Literal('stopped') }),
    strict({
      state: Type.Literal('read'),
      report: FeedReport,
      summary: Type.Optional(Summary),
      effects: Type.Optional(FeedEffects),
      /** The generation of the timetable with which it was compared. */
      over: Type.Optional(Count),
    }),
  ]),
  refusals: ['REQ-0005'],
});

/**
 * Brings an uploaded feed into effect: every server process serves it within seconds. REQ-0001: it has an error, or is not read yet.
 * REQ-0005: the caller has no such upload. DESK-0001: another timetable than `over` is in effect, or it was imported and
 * withdrawn since; send the file again.
 */
export const deskImportFeed = defineCall(routes.deskImportFeed, {
  /** `over`: of deskUploadedFeed. Its effects are those that staff saw. */
  body: strict({ uploadId: Id, over: Type.Optional(Count) }),
  data: FeedImport,
  refusals: ['REQ-0005', 'DESK-0001'],
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
