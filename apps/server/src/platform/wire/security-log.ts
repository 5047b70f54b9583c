// The security events in the log, with fixed names: docs/operating.md lists them. A line contains the event, the caller and the refusal, and
// no personal data.
import type { FastifyRequest } from 'fastify';
import type { Call } from '@kippu/contract/call';
import type { ErrorCode } from '@kippu/contract/errors';
import type { Metrics } from '../telemetry/metrics.ts';
import type { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined if no metrics are served. */
    readonly metrics: Metrics | undefined;
  }
  interface FastifyRequest {
    /** The caller's name in the log: `account:`, `desk:` or `gate:` and an id. */
    callerName: string | null;
  }
  interface FastifyContextConfig {
    /** The name of the route's call. */
    readonly call?: string;
  }
}

/** The calls that prove or change an identity, with their factor. */
export const AUTHENTICATION: Readonly<Record<string, string>> = {
  login: 'password',
  authLogin: 'password',
  registry: 'mailedCode',
  refreshToken: 'refreshToken',
  resetPasswordCheck: 'mailedCode',
  resetPassword: 'resetTicket',
  changePassword: 'password',
  logOff: 'password',
  logout: 'session',
  deskSignIn: 'password',
  deskChangePassword: 'password',
  deskSignOut: 'session',
  gateEnrol: 'oneTimeCode',
};

/** The codes of each event that is a refusal; `rule.refused` has all others. */
export const REFUSALS = {
  'authentication.refused': [
    ...(['AccountOrPwdError', 'AccountUnavailable', 'AUTH-0020', 'AUTH-0021'] as const),
    ...(['ACC-0004', 'ACC-0005', 'ACC-0012', 'SES-0001', 'SES-0003', 'GATE-0001'] as const),
  ],
  'authentication.locked': ['MFA-0011'],
  'puzzle.demanded': ['imgCodeError'],
  'puzzle.refused': ['MFA-0023', 'MFA-0024'],
  'access.refused': ['SES-0006', 'TKT-0001', 'SEAT-0001'],
  'limit.hit': ['REQ-0004', 'REQ-0008', 'MFA-0021', 'MFA-0031', 'TKT-0018'],
  'input.refused': ['REQ-0001', 'REQ-0003', 'REQ-0005'],
  'session.over': ['SES-0002', 'SES-0004', 'SES-0005'],
} as const satisfies Record<string, readonly ErrorCode[]>;
type Refusal = keyof typeof REFUSALS | 'rule.refused';

/** Refusals that occur without misuse. */
const ORDINARY: readonly Refusal[] = ['session.over', 'input.refused', 'rule.refused'];

const eventOf = new Map<ErrorCode, Refusal>(
  (Object.keys(REFUSALS) as (keyof typeof REFUSALS)[]).flatMap((event) =>
    REFUSALS[event].map((code): [ErrorCode, Refusal] => [code, event]),
  ),
);

/** Sets the caller's name for the log: `account:`, `desk:` or `gate:` and an id, or a keyed hash of an email. */
export function nameCaller(request: FastifyRequest, who: string): void {
  request.callerName = who;
}

const subjectOf = (request: FastifyRequest) => ({
  who: request.callerName ?? 'unknown',
  path: request.routeOptions?.url ?? 'unknown',
});

/** Logs and counts a refusal by its code. The error's text is not logged, because it may contain what was typed. */
export function noteRefusal(request: FastifyRequest, { code, limit }: AppError): void {
  const event = eventOf.get(code) ?? 'rule.refused';
  const { metrics } = request.server;
  metrics?.securityEvent(event, request.routeOptions?.config?.call);
  if (event === 'limit.hit') metrics?.limitHit(limit ?? 'other');
  const line = { event, code, ...(limit === undefined ? {} : { limit }), ...subjectOf(request) };
  if (ORDINARY.includes(event)) request.log.info({ ...line }, 'refused');
  else request.log.warn({ ...line }, 'refused');
}

/** Logs and counts a call that proved or changed an identity. Does nothing for other calls. */
export function noteSuccess(request: FastifyRequest, { name }: Call): void {
  const factor = AUTHENTICATION[name];
  if (factor === undefined) return;
  const event = 'authentication.accepted';
  request.server.metrics?.securityEvent(event, name);
  const line = { event, call: name, factor, ...subjectOf(request) };
  request.log.info({ ...line }, 'accepted');
}
