// What the code screen shows when a code cannot be fresh: seven states by name, each with its way on. Nobody is stranded:
// where no code can be shown, the ticket's number is, which staff can type at the gate.
import type { ApiError } from '../app/api-error.ts';
import type { Tone } from '../ui/notice-box.tsx';
import { wallToEpoch } from '@kippu/domain/service-day';
import { isExpired } from '@kippu/domain/ticket-life';
import type { Ticket } from '@kippu/contract/ticket';
import type { PhoneCode } from './phone-codes.ts';

/**
 * `offline`: the server was not reached, the phone's own certificate still counts. `clockWrong`: the phone's clock is
 * off, the code is made with the server's time. `unkept`: the phone keeps no code, this one is gone with the page. `outlived`: the certificate has ended and no newer one is to be had.
 * `notOnPhone`: none was ever fetched here. `noKey`: the browser cannot sign. `ended`: the ticket shows no code any more,
 * because the server says so (refunded, suspended, given away, used up) or its last midnight has passed.
 */
export type StaleState = 'offline' | 'clockWrong' | 'unkept' | 'outlived' | 'notOnPhone' | 'noKey' | 'ended';
export type CodeState = 'fresh' | StaleState;

/** What the phone has found out about a ticket's code. */
export type CodeSource =
  | { readonly is: 'fresh' | 'offline'; readonly code: PhoneCode }
  | { readonly is: 'outlived'; readonly code: PhoneCode }
  | { readonly is: 'notOnPhone'; readonly error: Error }
  | { readonly is: 'noKey'; readonly error: Error }
  /** With the ticket where the server still shows it. */
  | { readonly is: 'ended'; readonly error: ApiError; readonly ticket?: Ticket | undefined };

interface StateView {
  /** The code for the gate, or the ticket's number for staff. */
  readonly shows: 'code' | 'number';
  readonly tone: Tone;
  /** Hold it over the reader as usual; ask the server again; look at the ticket; open another browser. */
  readonly next: 'hold' | 'retry' | 'ticket' | 'browser';
}

export const STALE_STATES: Readonly<Record<StaleState, StateView>> = {
  offline: { shows: 'code', tone: 'warn', next: 'hold' },
  clockWrong: { shows: 'code', tone: 'info', next: 'hold' },
  unkept: { shows: 'code', tone: 'warn', next: 'hold' },
  outlived: { shows: 'number', tone: 'danger', next: 'retry' },
  notOnPhone: { shows: 'number', tone: 'danger', next: 'retry' },
  noKey: { shows: 'number', tone: 'danger', next: 'browser' },
  ended: { shows: 'number', tone: 'danger', next: 'ticket' },
};

const CLOCK_WARNING_MS = 60_000;

/** Whether a certificate counts at `now` (epoch milliseconds, server's clock): its last second does, at gates too. */
export const isCurrent = ({ expiresAt }: Pick<PhoneCode, 'expiresAt'>, now: number): boolean =>
  wallToEpoch(expiresAt) + 1000 > now;

/**
 * Takes what is known of the code, now (epoch milliseconds, server's clock) and how far the phone's own clock is off
 * (milliseconds); gives the one state to show. A certificate that ends on the open screen ends its code; a ticket that
 * does has no newer one to wait for.
 */
export function codeStateOf(source: CodeSource, now: number, clockOffMs: number): CodeState {
  if (!('code' in source)) return source.is;
  if (isExpired(source.code.ticket, now)) return 'ended';
  if (source.is === 'outlived' || !isCurrent(source.code, now)) return 'outlived';
  if (source.is === 'offline') return 'offline';
  if (Math.abs(clockOffMs) >= CLOCK_WARNING_MS) return 'clockWrong';
  return source.code.unkept ? 'unkept' : 'fresh';
}

/** Whether a state has the ticket's number in place of the code. */
export const showsNumber = (state: CodeState): state is StaleState =>
  state !== 'fresh' && STALE_STATES[state].shows === 'number';
