// Counts what the service does, in the format of Prometheus. No label contains an id, an address or a caller: each has a few fixed values.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { GATE_CONFLICT_KINDS } from '@kippu/contract/calls/desk/issue';
import type { ErrorCode } from '@kippu/contract/errors';
import { RETRY_REASONS } from '../db/database.ts';
import type { EndedCall } from '../http/ended-call.ts';
import { VERSION } from '../wire/version.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's answers are live streams, whose length says nothing about its speed. */
    readonly isStream?: boolean;
  }
}

/** The writes of seats, by call. */
const SEAT_ACTS: Readonly<Record<string, string>> = {
  seatHold: 'hold',
  seatSave: 'booking',
  seatChange: 'change',
  seatCancel: 'cancellation',
};

/** The calls that sign somebody in. */
const SIGN_INS: Readonly<Record<string, string>> = {
  login: 'traveller',
  authLogin: 'traveller',
  deskSignIn: 'staff',
  gateEnrol: 'gate',
};

/** The outcome of a sign-in, by security event. */
const OUTCOMES: Readonly<Record<string, string>> = {
  'authentication.accepted': 'accepted',
  'authentication.refused': 'refused',
  'authentication.locked': 'locked',
  'puzzle.demanded': 'puzzle',
  'puzzle.refused': 'puzzle',
  'limit.hit': 'limited',
};

const statusOf = ({ status }: EndedCall): string =>
  status === undefined ? 'aborted' : `${Math.floor(status / 100)}xx`;

/** The first part of a code, such as SEAT of SEAT-0006. The specification's codes of the login have none. */
const familyOf = (code: ErrorCode | null): string => {
  if (code === null) return '';
  return code.includes('-') ? code.slice(0, code.indexOf('-')) : 'AUTH';
};

export interface Metrics {
  readonly registry: Registry;
  /** Counts a call. */
  readonly callEnded: (call: EndedCall) => void;
  /** Counts a committed write by its call; calls that are no act with seats are ignored. */
  readonly wrote: (call: string) => void;
  /** Counts the server's decision on a code at a gate. */
  readonly gateDecided: (decision: { readonly verdict: string; readonly reason?: string }) => void;
  /** Counts a passage that a gate reported. */
  readonly gateReported: (report: { readonly verdict: string; readonly reason?: string }) => void;
  /** Counts a security event, and the outcome of a sign-in if `call` is one. */
  readonly securityEvent: (event: string, call: string | undefined) => void;
  /** Counts a transaction that is run again. */
  readonly dbRetried: (reason: string) => void;
  /** Counts a refusal by a limit. */
  readonly limitHit: (limit: string) => void;
}

/** Makes the counters, and the gauges of the process itself: event loop, memory, processor time, garbage collection. */
export function newMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'kippu_info',
    help: 'Always 1; the labels have the versions.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.version }, 1);
  const calls = new Counter({
    name: 'kippu_calls_total',
    help: 'Ended calls by route, method, status class and family of the error code.',
    labelNames: ['method', 'route', 'status', 'error'],
    registers,
  });
  const durations = new Histogram({
    name: 'kippu_call_duration_seconds',
    help: 'Time from the request to the end of the answer, without live streams and callers who hung up.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const seatActs = new Counter({
    name: 'kippu_seat_acts_total',
    help: 'Committed holds, bookings, changes and cancellations of seats; a repeated call counts once.',
    labelNames: ['act'],
    registers,
  });
  // Prometheus sees an increase only between two samples: a counter that an alert watches starts at 0, so that its first count is one.
  for (const act of Object.values(SEAT_ACTS)) seatActs.inc({ act }, 0);
  const decisions = new Counter({
    name: 'kippu_gate_decisions_total',
    help: 'Decisions of the server on codes at gates, by verdict and reason.',
    labelNames: ['verdict', 'reason'],
    registers,
  });
  decisions.inc({ verdict: 'stop', reason: 'forged' }, 0);
  const reports = new Counter({
    name: 'kippu_gate_reports_total',
    help: 'Passages that gates reported, by verdict and reason.',
    labelNames: ['verdict', 'reason'],
    registers,
  });
  for (const reason of GATE_CONFLICT_KINDS) reports.inc({ verdict: 'conflict', reason }, 0);
  const signIns = new Counter({
    name: 'kippu_sign_ins_total',
    help: 'Sign-ins of travellers and staff, and enrolments of gates, by outcome.',
    labelNames: ['caller', 'outcome'],
    registers,
  });
  for (const caller of new Set(Object.values(SIGN_INS)))
    for (const outcome of new Set(Object.values(OUTCOMES))) signIns.inc({ caller, outcome }, 0);
  const events = new Counter({
    name: 'kippu_security_events_total',
    help: 'Security events by name, as in the log.',
    labelNames: ['event'],
    registers,
  });
  const retries = new Counter({
    name: 'kippu_db_retries_total',
    help: 'Transactions that were run again, by the reason.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of RETRY_REASONS) retries.inc({ reason }, 0);
  const limitHits = new Counter({
    name: 'kippu_limit_hits_total',
    help: 'Refusals by a limit, by its name.',
    labelNames: ['limit'],
    registers,
  });
  return {
    registry,
    callEnded: (call) => {
      const { path: route, aborted, ms, request } = call;
      // Anybody can make up methods for addresses that do not exist.
      const method = route === 'unknown' ? 'any' : call.method;
      calls.inc({ method, route, status: statusOf(call), error: familyOf(call.code) });
      if (!aborted && request.routeOptions?.config?.isStream !== true)
        durations.observe({ method, route }, ms / 1000);
    },
    wrote: (call) => {
      const act = SEAT_ACTS[call];
      if (act !== undefined) seatActs.inc({ act });
    },
    gateDecided: ({ verdict, reason = '' }) => decisions.inc({ verdict, reason }),
    gateReported: ({ verdict, reason = '' }) => reports.inc({ verdict, reason }),
    securityEvent: (event, call = '') => {
      events.inc({ event });
      const [caller, outcome] = [SIGN_INS[call], OUTCOMES[event]];
      if (caller !== undefined && outcome !== undefined) signIns.inc({ caller, outcome });
    },
    dbRetried: (reason) => retries.inc({ reason }),
    limitHit: (limit) => limitHits.inc({ limit }),
  };
}
