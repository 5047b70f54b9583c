// The timetable screen's names for the parts of a feed, and for what is found in one.
import { DESK_WORDS } from '../app/text/words.ts';

const words = DESK_WORDS.timetable;

export const FEED_WORDS = words.feed;
export const FINDING_WORDS = DESK_WORDS.feedFindings;
export const REPORT_WORDS = DESK_WORDS.feedReport;
