// The stream of a ticket's passages. It is no call: it has no envelope, because it does not end.

/**
 * The stream on which a traveller's open code screen receives passages: server-sent events, first `ready`, then
 * `passage`, each with an id. `after` in its query is the last id received. A `live` says that a train changed on which the account has a
 * reservation: it has the id of the event before it, and no data to keep; the reservations are read again.
 */
export const PASSAGES_PATH = '/jtr-jwqs-app/guest/ticket/info/passages';

/** The data of a `passage`, as JSON. */
export interface PassageNews {
  readonly direction: 'in' | 'out';
  /** When the gate let it pass, wall time of the railway: hours ago if the gate had no network. */
  readonly at: string;
}
