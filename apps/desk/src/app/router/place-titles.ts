// The titles of the desk's places, for the side bar and back links.
import type { PlaceName } from './router.ts';
import { text, type Text } from '../text/texts.ts';

export const PLACE_TITLES: Readonly<Record<PlaceName, Text>> = {
  tickets: text('きっぷ', 'Tickets'),
  counter: text('受け取り', 'Counter'),
  issue: text('発行', 'Issue'),
  gates: text('改札', 'Gates'),
  notices: text('お知らせ', 'Notices'),
  feedback: text('ご意見', 'Feedback'),
  trains: text('列車', 'Trains'),
  timetable: text('時刻表', 'Timetable'),
  staff: text('係員', 'Staff'),
  record: text('記録', 'Record'),
};
