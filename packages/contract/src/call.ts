// One call of the API: the server binds it, the pages call it, tests walk all of them.
import { Type, type Static, type TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

/** Who may call: anyone, a signed-in traveller, a gate device, or staff and sales systems. */
type CallAuth = 'open' | 'guest' | 'gate' | 'desk';
/** The roles of staff: `counter` serves travellers, `editor` writes to them, `manager` may do everything. */
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
  /** An open call that answers more to a signed-in traveller: the page sends the session if there is one. */
  readonly personal?: boolean;
  /** The roles that may make a desk call. A manager may make every one. */
  readonly callers?: readonly DeskCaller[];
  /**
   * A POST that changes nothing. It is a POST because its input may not appear in an address. Its answer is not kept
   * for a retry.
   */
  readonly readOnly?: boolean;
  /**
   * The query holds personal data or secrets, so it may not be logged with the address. Pages send it in the body
   * (call-request.ts). The server accepts it there too, by POST instead of GET or DELETE.
   */
  readonly privateQuery?: boolean;
  readonly query: Query;
  readonly body: Body;
  readonly data: Data;
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

/** Declares a call. Without `query` or `body` it accepts none; without `data` it answers `null`. */
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
  readOnly?: boolean;
  privateQuery?: boolean;
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
