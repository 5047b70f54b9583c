// Converts every error into an envelope; internal errors are logged and hidden.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_STATUS, type ErrorCode } from '@kippu/contract/errors';
import { outageOf } from '../db/connect/outage.ts';
import { AppError } from './app-error.ts';
import type { Envelope } from './envelope.ts';
import { requestLanguage } from './request-language.ts';
import { noteRefusal } from './security-log.ts';
import { serverText } from './server-text.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal or fault that was answered; null for any other answer. */
    errorCode: ErrorCode | null;
    /** Why the database could not serve the request (`outageOf`); null where it could. */
    outage: string | null;
  }
}

/** The SQLSTATE of the database's function `refuse`; its message is the code. */
export const SQL_REFUSAL = 'KP001';
const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_STATUS, text);

function fieldOf(error: FastifyError): string {
  const first = error.validation?.[0];
  if (!first) return '';
  const named = first.params['missingProperty'] ?? first.params['additionalProperty'];
  const path = first.instancePath.slice(1).replaceAll('/', '.');
  return [path, typeof named === 'string' ? named : ''].filter(Boolean).join('.');
}

/** Seconds after which a caller tries again while the database is unavailable. */
const RETRY_SECONDS = 2;

/** Returns what a request failed with as an error of the catalogue. */
export function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  if (outageOf(error) !== undefined)
    return new AppError('REQ-0010', { detail: error.message, retryAfter: RETRY_SECONDS });
  if (error.code === SQL_REFUSAL && isErrorCode(error.message)) return new AppError(error.message);
  if (error.validation) {
    return new AppError('REQ-0001', { values: { field: fieldOf(error) }, detail: error.message });
  }
  if (error.statusCode === 413) return new AppError('REQ-0003');
  if (error.statusCode === 429) return new AppError('REQ-0004');
  if (error.statusCode === 404) return new AppError('REQ-0005');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('REQ-0001', { values: { field: '' }, detail: error.code });
  }
  return new AppError('REQ-0007', { detail: error.message });
}

/** Sends the refusal in the request's language. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const answer: Envelope = {
    state: 'fail',
    code: error.code,
    msg: serverText(error.code, requestLanguage(request.headers['accept-language']), error.values),
    values: error.values,
    data: null,
  };
  request.errorCode = error.code;
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  return reply.code(error.status).header('cache-control', 'no-store').send(answer);
}

/** What reading a request fails with if its caller has hung up. */
const HANG_UPS: readonly (string | undefined)[] = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];

/** Whether the error says only that the caller hung up before the server had parsed the request. It is no fault, and nobody waits for an answer. */
export const isHangUp = ({ code }: FastifyError, { raw }: FastifyRequest): boolean =>
  (raw.aborted || raw.socket.destroyed) && HANG_UPS.includes(code);

/** Answers any error, also one from before a route was found. A caller who hung up is not answered: the line of the call says so. */
export function answerFault(raw: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (outageOf(raw) === undefined && isHangUp(raw, request)) return reply.hijack();
  const error = toAppError(raw);
  request.outage = outageOf(raw) ?? null;
  if (error.status >= 500)
    request.log.error({ event: 'server.failed', database: outageOf(raw), err: raw }, 'request failed');
  else noteRefusal(request, error);
  return sendError(request, reply, error);
}

/** Sets the error handler and the not-found handler of every route. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(answerFault);
  app.setNotFoundHandler((request, reply) => {
    const error = new AppError('REQ-0005');
    noteRefusal(request, error);
    return sendError(request, reply, error);
  });
}
