// A call: a route with its schemas and its refusals. The server binds it, tests walk all of them.
import { Type, type Static, type TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import { BODY_BYTES } from './limits.ts';
import type { Route } from './route.ts';

export interface Call<
  Name extends string = string,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Data extends TSchema = TSchema,
> extends Route<Name> {
  readonly query: Query;
  readonly body: Body;
  readonly data: Data;
  /** The largest body, in bytes. The server reads no more. */
  readonly bodyBytes: number;
  /** The refusals by rules that this call may answer, besides those that every call shares. */
  readonly refusals: readonly ErrorCode[];
}

export type QueryOf<C extends Call> = Static<C['query']>;
export type BodyOf<C extends Call> = Static<C['body']>;
export type DataOf<C extends Call> = Static<C['data']>;

/** An object schema that refuses unknown properties. */
export const strict = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const Nothing = strict({});
const NoData = Type.Null();

/** Declares the call of a route. Without `query` or `body` it accepts none; without `data` it answers `null`; without `bodyBytes` its body has at
 * most BODY_BYTES. */
export function defineCall<
  Name extends string,
  Q extends TSchema = typeof Nothing,
  B extends TSchema = typeof Nothing,
  D extends TSchema = typeof NoData,
>(
  route: Route<Name>,
  parts: {
    readonly query?: Q;
    readonly body?: B;
    readonly data?: D;
    readonly bodyBytes?: number;
    readonly refusals?: readonly ErrorCode[];
  } = {},
): Call<Name, Q, B, D> {
  return {
    ...route,
    query: parts.query ?? (Nothing as unknown as Q),
    body: parts.body ?? (Nothing as unknown as B),
    data: parts.data ?? (NoData as unknown as D),
    bodyBytes: parts.bodyBytes ?? BODY_BYTES,
    refusals: parts.refusals ?? [],
  };
}
