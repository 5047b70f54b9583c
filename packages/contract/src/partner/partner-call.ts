// A call of the partner API: a route with its schemas, the scope that it needs and its problems. It has no envelope: an answer is the data, or a problem of RFC 9457.
import { Type, type Static, type TSchema } from 'typebox';
import { Nothing, strict } from '../call.ts';
import { BODY_BYTES } from '../limits.ts';
import type { PartnerScope } from './partner-values.ts';
import type { ProblemType } from './problem-types.ts';

export interface PartnerCall<
  Name extends string = string,
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Data extends TSchema = TSchema,
> {
  readonly name: Name;
  /** Every POST and DELETE needs an `Idempotency-Key`. */
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With parameters as `:orderId`. */
  readonly path: string;
  /** What a key must be allowed. */
  readonly scope: PartnerScope;
  /** One line for the document. */
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly data: Data;
  /** The status of a success. */
  readonly status: 200 | 201;
  readonly bodyBytes: number;
  /** The problems of this call's rules, besides those that every call shares. */
  readonly problems: readonly ProblemType[];
}

export type PartnerParamsOf<C extends PartnerCall> = Static<C['params']>;
export type PartnerQueryOf<C extends PartnerCall> = Static<C['query']>;
export type PartnerBodyOf<C extends PartnerCall> = Static<C['body']>;
export type PartnerDataOf<C extends PartnerCall> = Static<C['data']>;

/** Declares a call. What is absent is empty. */
export function definePartnerCall<
  Name extends string,
  D extends TSchema,
  P extends TSchema = typeof Nothing,
  Q extends TSchema = typeof Nothing,
  B extends TSchema = typeof Nothing,
>(
  route: Pick<PartnerCall<Name>, 'name' | 'method' | 'path' | 'scope' | 'summary'>,
  parts: {
    readonly data: D;
    readonly params?: P;
    readonly query?: Q;
    readonly body?: B;
    readonly status?: 200 | 201;
    readonly bodyBytes?: number;
    readonly problems?: readonly ProblemType[];
  },
): PartnerCall<Name, P, Q, B, D> {
  return {
    ...route,
    params: parts.params ?? (Nothing as unknown as P),
    query: parts.query ?? (Nothing as unknown as Q),
    body: parts.body ?? (Nothing as unknown as B),
    data: parts.data,
    status: parts.status ?? 200,
    bodyBytes: parts.bodyBytes ?? BODY_BYTES,
    problems: parts.problems ?? [],
  };
}

/** A place in the request that is wrong. */
const ProblemError = strict({
  /** A JSON pointer into the body, such as `/items/0/passengers/2/category`; '' for the whole body. */
  pointer: Type.Optional(Type.String()),
  /** A parameter of the address, or a header. */
  parameter: Type.Optional(Type.String()),
  detail: Type.String(),
});

/** The answer to a request that is refused (RFC 9457), as `application/problem+json`. */
export const Problem = strict({
  /** An address that explains the problem. It never changes: programs compare it. */
  type: Type.String(),
  /** In the request's language, English or Japanese, as `detail` and `nextStep`. */
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  nextStep: Type.String(),
  /** The id of the request, as in the header `x-request-id`. */
  requestId: Type.String(),
  /** The wrong places, at most 20. Absent where the request as a whole is refused. */
  errors: Type.Optional(Type.Array(ProblemError)),
  /** Facts about this case, such as the seats that are taken. */
  values: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
});
export type Problem = Static<typeof Problem>;
