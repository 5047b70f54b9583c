// The timetable screen's names for the parts of a feed.
import { text } from '../app/text/texts.ts';

export const FEED_WORDS = {
  version: text('版', 'Version'),
  days: text('期間', 'Service dates'),
  trips: text('列車', 'Trains'),
  stations: text('駅', 'Stations'),
};
