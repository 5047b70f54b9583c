// The timetable at the desk: the feed that is in effect, and a newer one tried, imported or taken back.
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

/** The effects of a feed on trains, and on reservations whose train has not left yet. */
const FeedEffects = strict({
  /** Trips that are new, gone or changed, compared with the timetable in effect. */
  trips: strict({ added: Count, gone: Count, changed: Count }),
  reservations: strict({ cancelled: Count, retimed: Count, seatGone: Count, restored: Count }),
});
export type FeedEffects = Static<typeof FeedEffects>;

const FeedProblem = strict({ file: Type.String(), line: Type.Integer(), text: Type.String() });
export type FeedProblem = Static<typeof FeedProblem>;

/** The timetable that this server has loaded, and the one it loads at its next start, if that differs. */
export const deskFeed = defineCall(routes.deskFeed, {
  data: strict({
    /** `importId` is absent for the operator's own files. */
    inEffect: strict({ ...summary, importId: Type.Optional(Type.String()) }),
    next: Type.Union([Type.Literal('same'), Type.Literal('files'), FeedImport]),
    /** The newest 20. */
    imports: Type.Array(FeedImport),
  }),
});

/** Checks a feed without changing anything: returns its first fault, or its effects. */
export const deskCheckFeed = defineCall(routes.deskCheckFeed, {
  body: strict({ files: Files }),
  data: Type.Union([strict({ problem: FeedProblem }), strict({ summary: Summary, effects: FeedEffects })]),
});

/** Stores a feed that every server loads at its next start. REQ-0001: the feed has a fault; deskCheckFeed names it. */
export const deskImportFeed = defineCall(routes.deskImportFeed, {
  body: strict({ files: Files }),
  data: FeedImport,
});

/**
 * Withdraws an import: the next start loads the one before it, or the operator's own files. REQ-0005: no import has
 * this id.
 */
export const deskWithdrawFeed = defineCall(routes.deskWithdrawFeed, {
  body: strict({ importId: Type.String({ pattern: '^\\d{1,18}$' }) }),
  data: FeedImport,
  refusals: ['REQ-0005'],
});
