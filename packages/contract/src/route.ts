// The part of a call that a page needs to make it. A page imports routes and never the schemas of calls/, because a
// phone does not need them.
import type { PartnerScope } from './partner/partner-values.ts';
import type { DeskCaller } from './values.ts';

/** A route: what it is called, where it is, and who may call it. Its input and answer are declared in calls/. */
export interface Route<Name extends string = string> {
  readonly name: Name;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Who may call: anyone, a signed-in traveller, a gate device, or staff and sales systems. */
  readonly auth: 'open' | 'guest' | 'gate' | 'desk';
  /** An open call that answers more to a signed-in traveller: the page sends the session if there is one. */
  readonly personal?: boolean;
  /** The roles that may make a desk call. A manager may make every one. */
  readonly callers?: readonly DeskCaller[];
  /** What the key of a sales system must allow. Each desk call of sales systems has one. */
  readonly scope?: PartnerScope;
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
  /** A GET that pages ask again and again: its answer has an entity tag, and an unchanged one is 304 without a body. */
  readonly tagged?: boolean;
  /** The body is a file of this media type, as its bytes. */
  readonly file?: typeof ZIP_TYPE;
}

/** The media type of ZIP files. */
export const ZIP_TYPE = 'application/zip';
