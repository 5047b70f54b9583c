import { decisions } from './decisions.ts';
import { halts } from './halts.ts';
import { span } from './span.ts';
import { tickets } from './tickets.ts';
import { troubles } from './troubles.ts';

export const gate = { decisions, halts, span, tickets, troubles };
