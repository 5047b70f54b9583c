import { acts } from './acts.ts';
import { errors } from './errors.ts';
import { feedFindings, feedReport } from './feed-findings.ts';
import { feedback } from './feedback.ts';
import { gates } from './gates.ts';
import { notices } from './notices.ts';
import { orders } from './orders.ts';
import { places } from './places.ts';
import { refusals } from './refusals.ts';
import { staff } from './staff.ts';
import { tickets } from './tickets.ts';
import { timetable } from './timetable.ts';

export const desk = {
  acts,
  errors,
  feedFindings,
  feedReport,
  feedback,
  gates,
  notices,
  orders,
  places,
  refusals,
  staff,
  tickets,
  timetable,
};
