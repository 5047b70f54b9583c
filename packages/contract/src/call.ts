// One call of the wire: the server binds it, the web calls it, a test walks them all.
import { Type, type Static, type TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

/** Who may call: visitors too, a signed-in guest, a gate device, or staff and sales systems. */
type CallAuth = 'open' | 'guest' | 'gate' | 'desk';
/** What staff may do at the desk: `counter` serves travellers, `editor` writes to them, `manager` may everything. */
export const STAFF_ROLES = ['counter', 'editor', 'manager'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
/** Who calls the desk: staff by their role, or a sales system by its key. */
export type DeskCaller = StaffRole | 'sales';
type CallMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Call<
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Data extends TSchema = TSchema,
> {
  readonly name: string;
  readonly method: CallMethod;
  readonly path: string;
  readonly auth: CallAuth;
  /** An open call that tells a signed-in guest more than a visitor: it bears the session when there is one. */
  readonly personal?: boolean;
  /** Who may make a call of the desk; a manager may make each. */
  readonly callers?: readonly DeskCaller[];
  /** A POST that changes nothing: what it takes may not stand in an address. Its answer is not kept for a retry. */
  readonly looks?: boolean;
  readonly query: Query;
  readonly body: Body;
  readonly data: Data;
  /** The rule refusals this call may answer, beside the general ones every call shares. */
  readonly refusals: readonly ErrorCode[];
}

export type QueryOf<C extends Call> = Static<C['query']>;
export type BodyOf<C extends Call> = Static<C['body']>;
export type DataOf<C extends Call> = Static<C['data']>;

/** An object schema that refuses properties it does not name. */
export const strict = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const Nothing = strict({});
const NoData = Type.Null();

/** Declares a call; a part left out takes nothing (query, body) or gives `null` (data). */
export function defineCall<
  Q extends TSchema = typeof Nothing,
  B extends TSchema = typeof Nothing,
  D extends TSchema = typeof NoData,
>(call: {
  name: string;
  method: CallMethod;
  path: string;
  auth: CallAuth;
  personal?: boolean;
  callers?: readonly DeskCaller[];
  looks?: boolean;
  query?: Q;
  body?: B;
  data?: D;
  refusals?: readonly ErrorCode[];
}): Call<Q, B, D> {
  return {
    ...call,
    query: call.query ?? (Nothing as unknown as Q),
    body: call.body ?? (Nothing as unknown as B),
    data: call.data ?? (NoData as unknown as D),
    refusals: call.refusals ?? [],
  };
}
