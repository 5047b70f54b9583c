// The timetable screen's names for the parts of a feed.
import { timetable as en } from '@kippu/words/en/desk/timetable';
import { inBoth } from '@kippu/words/in-both';
import { timetable as ja } from '@kippu/words/ja/desk/timetable';

const words = inBoth(ja, en);

export const FEED_WORDS = words.feed;
