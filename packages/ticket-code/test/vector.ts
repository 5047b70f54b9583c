// For tests: the form of a golden vector.
import type { Direction } from '../src/code/moment.ts';
import type { RefusalReason } from '../src/decide/verify.ts';

/** One case: a text, the verifier's clock (epoch seconds, UTC) and knowledge, and the expected result. */
export interface Vector {
  name: string;
  /** The rules of docs/code-on-screen.md that it covers, by number. */
  rules: string[];
  text: string;
  now: number;
  revoked: string[];
  seen: { ticketId: string; direction: Direction }[];
  direction?: Direction;
  place?: string;
  /** Where products open gates, by product id. Absent: the verifier has no table. */
  products?: Record<string, { in: string[]; out: string[] }>;
  /** Tickets that passed at this station a moment ago. */
  justPassed?: { ticketId: string; direction: Direction };
  /** Tickets that are known to have left after their validity. */
  leftLate?: string[];
  expect: { ok: true; ticketId: string; direction: Direction } | { ok: false; reason: RefusalReason };
}
