// Answers a partner's call with a problem: in its language, with the wrong places of the request.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_STATUS, problemUri } from '@kippu/contract/partner/problem-types';
import { acceptedTags } from '@kippu/contract/languages';
import type { Problem } from '@kippu/contract/partner/partner-call';
import { fillWords } from '@kippu/words/error-words';
import { partnerWords, type FaultTexts } from '@kippu/words/partner/problem-words';
import { outageOf } from '../../platform/db/connect/outage.ts';
import { isHangUp } from '../../platform/wire/error-answer.ts';
import { noteRefusal } from '../../platform/wire/security-log.ts';
import { problemOf } from './partner-problem.ts';

const MAX_ERRORS = 20;

type Fault = NonNullable<FastifyError['validation']>[number];
type ProblemErrors = NonNullable<Problem['errors']>;

/** The texts of the schema's keywords. */
const FAULT_OF_KEYWORD: Readonly<Record<string, keyof FaultTexts>> = {
  required: 'required',
  additionalProperties: 'unknown',
  type: 'type',
  enum: 'choice',
  pattern: 'form',
  format: 'form',
  minimum: 'tooFew',
  minItems: 'tooFew',
  minLength: 'tooFew',
  maximum: 'tooMany',
  maxItems: 'tooMany',
  maxLength: 'tooMany',
  uniqueItems: 'repeated',
};

/** A name as a part of a JSON pointer (RFC 6901). */
const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns where the fault is, and what is wrong there. A name that the caller made up is shown only where JSON pointers need it. */
function errorOf(fault: Fault, context: string, texts: FaultTexts): ProblemErrors[number] {
  const { params, keyword, instancePath } = fault;
  const named = params['missingProperty'] ?? params['additionalProperty'];
  const place = instancePath + (typeof named === 'string' ? `/${pointerPart(named)}` : '');
  const choices = params['allowedValues'];
  const detail = fillWords(texts[FAULT_OF_KEYWORD[keyword] ?? 'other'], {
    type: typeof params['type'] === 'string' ? params['type'] : '',
    limit: typeof params['limit'] === 'number' ? params['limit'] : '',
    choices: Array.isArray(choices) ? choices.join(', ') : '',
  });
  return context === 'body' ? { pointer: place, detail } : { parameter: place.slice(1), detail };
}

/** A choice between two forms has a fault for each: the one of the choice says nothing more. */
const isOfChoice = ({ keyword }: Fault): boolean => keyword === 'oneOf' || keyword === 'anyOf';

/** Answers any error of a partner's call, also one of the server. */
export function sendProblem(raw: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (outageOf(raw) === undefined && isHangUp(raw, request)) return reply.hijack();
  const { type, values, places, error } = problemOf(raw);
  const status = PROBLEM_STATUS[type];
  request.outage = outageOf(raw) ?? null;
  request.errorCode = error.code;
  if (status >= 500)
    request.log.error({ event: 'server.failed', database: outageOf(raw), err: raw }, 'request failed');
  else noteRefusal(request, error);
  const words = partnerWords(acceptedTags(request.headers['accept-language'] ?? ''));
  const text = words.problems[type];
  const detail = fillWords(text.detail, values);
  const faults = (raw.validation ?? []).filter((fault, _at, all) => !isOfChoice(fault) || all.length === 1);
  const errors: ProblemErrors = [
    ...faults.map((fault) => errorOf(fault, raw.validationContext ?? 'body', words.faults)),
    ...(faults.length > 0 ? [] : places.map((place) => ({ ...place, detail }))),
  ].slice(0, MAX_ERRORS);
  const problem: Problem = {
    type: problemUri(type),
    title: text.title,
    status,
    detail,
    nextStep: text.nextStep,
    requestId: request.id,
    ...(errors.length > 0 ? { errors } : {}),
    ...(faults.length === 0 && Object.keys(values).length > 0 ? { values } : {}),
  };
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return (
    reply
      .code(status)
      .header('cache-control', 'no-store')
      // No hook has set it for a malformed address.
      .header('x-request-id', request.id)
      .header('content-language', words.language)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(problem))
  );
}
