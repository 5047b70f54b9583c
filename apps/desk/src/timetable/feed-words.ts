// The timetable screen's names for the parts of a feed, and for what is found in one.
import { feedFindings as enFindings, feedReport as enReport } from '@kippu/words/en/desk/feed-findings';
import { timetable as en } from '@kippu/words/en/desk/timetable';
import { inBoth } from '@kippu/words/in-both';
import { feedFindings as jaFindings, feedReport as jaReport } from '@kippu/words/ja/desk/feed-findings';
import { timetable as ja } from '@kippu/words/ja/desk/timetable';

const words = inBoth(ja, en);

export const FEED_WORDS = words.feed;
export const FINDING_WORDS = inBoth(jaFindings, enFindings);
export const REPORT_WORDS = inBoth(jaReport, enReport);
