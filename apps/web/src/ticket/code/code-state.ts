// What the code screen shows when a code cannot be fresh: ten named states, each with a next step. If no code can be
// shown, the ticket number is shown, which staff can type at the gate.
import type { CallError } from '@kippu/client/call-error';
import type { Tone } from '@kippu/ui/notice-box';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import type { PhoneCode } from './phone-codes.ts';
import { asOf, isExitOnly, isOver } from '../view/ticket-view.ts';

/**
 * `exitOnly`: the validity has ended; the code works for the exit only, for four hours. `offline`: the server cannot
 * be reached; the kept certificate is still valid. `saved`: the session has lapsed; the kept certificate is still valid. `clockWrong`: the phone's clock is wrong; the code uses the
 * server's time. `unkept`: the phone cannot store the code; it is lost when the page closes. `outlived`: the
 * certificate has expired and no newer one is available. `notOnPhone`: no certificate was fetched on this phone.
 * `noKey`: the browser cannot sign. `ended`: the ticket shows no code, because the server says so (refunded,
 * suspended, transferred, used up) or its validity has ended. `manyPhones`: the ticket moved between phones too
 * often; the server issues no certificate for a while.
 */
export type StaleState =
  | 'exitOnly'
  | 'offline'
  | 'saved'
  | 'clockWrong'
  | 'unkept'
  | 'outlived'
  | 'notOnPhone'
  | 'noKey'
  | 'ended'
  | 'manyPhones';
export type CodeState = 'fresh' | StaleState;

/** What the phone knows about a ticket's code. */
export type CodeSource =
  | { readonly is: 'fresh' | 'offline' | 'saved'; readonly code: PhoneCode }
  | { readonly is: 'outlived'; readonly code: PhoneCode }
  | { readonly is: 'notOnPhone'; readonly error: Error }
  | { readonly is: 'noKey'; readonly error: Error }
  | { readonly is: 'manyPhones'; readonly error: CallError; readonly ticket: Ticket }
  /** `ticket` is set if the server still shows it. */
  | { readonly is: 'ended'; readonly error: CallError; readonly ticket?: Ticket | undefined };

interface StateView {
  /** The code for the gate, or the ticket number for staff. */
  readonly shows: 'code' | 'number';
  readonly tone: Tone;
  /** Hold the code over the reader; retry; open the ticket; open another browser. */
  readonly next: 'hold' | 'retry' | 'ticket' | 'browser';
}

export const STALE_STATES: Readonly<Record<StaleState, StateView>> = {
  exitOnly: { shows: 'code', tone: 'warn', next: 'hold' },
  offline: { shows: 'code', tone: 'warn', next: 'hold' },
  saved: { shows: 'code', tone: 'info', next: 'hold' },
  clockWrong: { shows: 'code', tone: 'info', next: 'hold' },
  unkept: { shows: 'code', tone: 'warn', next: 'hold' },
  outlived: { shows: 'number', tone: 'danger', next: 'retry' },
  notOnPhone: { shows: 'number', tone: 'danger', next: 'retry' },
  noKey: { shows: 'number', tone: 'danger', next: 'browser' },
  ended: { shows: 'number', tone: 'danger', next: 'ticket' },
  manyPhones: { shows: 'number', tone: 'danger', next: 'retry' },
};

const CLOCK_WARNING_MS = 60_000;

/** Whether a certificate is valid at `now` (epoch milliseconds, server's clock), its last second included. */
export const isCurrent = ({ expiresAt }: Pick<PhoneCode, 'expiresAt'>, now: number): boolean =>
  wallToEpoch(expiresAt) + 1000 > now;

/**
 * Returns the state to show. `now` is in epoch milliseconds by the server's clock; `clockOffMs` is the error of the
 * phone's clock. The code ends when its certificate expires on the open screen. A ticket that has ended gets no newer
 * certificate.
 */
export function codeStateOf(source: CodeSource, now: number, clockOffMs: number): CodeState {
  if (!('code' in source)) return source.is;
  const ticket = asOf(source.code.ticket, now);
  if (isOver(ticket)) return 'ended';
  if (source.is === 'outlived' || !isCurrent(source.code, now)) return 'outlived';
  if (isExitOnly(ticket)) return 'exitOnly';
  if (source.is !== 'fresh') return source.is;
  if (Math.abs(clockOffMs) >= CLOCK_WARNING_MS) return 'clockWrong';
  return source.code.unkept ? 'unkept' : 'fresh';
}

/** Whether a state shows the ticket number instead of the code. */
export const showsNumber = (state: CodeState): state is StaleState =>
  state !== 'fresh' && STALE_STATES[state].shows === 'number';
