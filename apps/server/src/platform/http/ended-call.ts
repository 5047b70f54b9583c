// Reports each call when it has ended, and logs it in one line.
import { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ErrorCode } from '@kippu/contract/errors';
import { PROBES } from '../wire/probes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the call's trace; null if it is not traced. */
    traceId: string | null;
  }
}

/** A call that was answered, or whose caller hung up. */
export interface EndedCall {
  readonly request: FastifyRequest;
  readonly method: string;
  /** The route's pattern, `unknown` for an address without a route. */
  readonly path: string;
  /** Undefined if the caller hung up before the answer began. */
  readonly status: number | undefined;
  /** Whether the caller hung up before the answer's end. Live streams end this way. */
  readonly aborted: boolean;
  /** Milliseconds. */
  readonly ms: number;
  readonly code: ErrorCode | null;
}

/** Must not throw. */
export type OnCallEnd = (call: EndedCall) => void;

/** Logs a call in one line; a probe only if it fails. */
export const logCall: OnCallEnd = ({ request, method, path, status, aborted, ms, code }) => {
  const isFine = status !== undefined && status < 400 && !aborted;
  if (isFine && PROBES.includes(path)) return;
  const line = {
    method,
    path,
    ...(status === undefined ? {} : { status }),
    ms: Math.round(ms * 10) / 10,
    ...(code === null ? {} : { code }),
    ...((request.traceId ?? null) === null ? {} : { traceId: request.traceId }),
    ...(aborted ? { aborted } : {}),
  };
  request.log.info(line, 'call');
};

const endOf = (request: FastifyRequest, reply: FastifyReply, aborted: boolean): EndedCall => ({
  request,
  method: request.method,
  path: request.routeOptions?.url ?? 'unknown',
  status: aborted && !reply.raw.headersSent ? undefined : reply.raw.statusCode,
  aborted,
  ms: reply.elapsedTime,
  code: request.errorCode ?? null,
});

/**
 * Calls `listeners` once for each call that ends. Give `logController` to the server, and call `watch` for it. `watchUnrouted` is for an
 * answer to a malformed address, which no hook sees.
 */
export function endedCalls(listeners: readonly OnCallEnd[]) {
  const report = (call: EndedCall) => {
    for (const listener of listeners) listener(call);
  };
  /** The framework's own lines, but for the two of each call. */
  class CallLog extends LogController {
    override incomingRequest(): void {}

    override requestCompleted(
      error: Error | null | undefined,
      request: FastifyRequest,
      reply: FastifyReply,
    ): void {
      // The connection's end follows, which is reported below.
      if (error) request.log.warn({ err: error }, 'answer not sent');
      else report(endOf(request, reply, false));
    }
  }
  return {
    logController: new CallLog(),
    watch: (app: FastifyInstance) => {
      app.addHook('onRequest', async (request, reply) => {
        // A complete answer is reported by the controller.
        request.raw.once('close', () => {
          if (request.raw.aborted) report(endOf(request, reply, true));
        });
      });
    },
    watchUnrouted: (request: FastifyRequest, reply: FastifyReply) =>
      void reply.raw.once('finish', () => report(endOf(request, reply, false))),
  };
}
