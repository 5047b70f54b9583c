// Notifies travellers of what changed with their trains: by a message to the phone, or by mail where nothing is pushed.
import { chooseLanguage } from '@kippu/contract/languages';
import { fadesAt, type LiveTrain } from '@kippu/domain/live/live-train';
import { lateMailsOf, newsOfRide, type RideState } from '@kippu/domain/live/ride-news';
import { theRules } from '@kippu/domain/rules';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import type { NewJob } from '../platform/jobs/job-queue.ts';
import { MAIL_JOB, type Mail } from '../platform/mail/mail.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import type { Edition } from '../platform/operator/timetable.ts';
import { reservationAddress } from '../reservation/mails/reservation-address.ts';
import { findDeparture, wholeRide } from '../reservation/timetable/departure.ts';
import { pushJob } from './push-job.ts';
import { lateMail } from './push-texts.ts';
import { firstKnown, reservedRide, type ReservedRide } from './reserved-ride.ts';
import * as store from './notification-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** News of a cancelled train are useless so long after its time. */
const CANCELLED_FOR_MS = 2 * HOUR_MS;

export type NotifyDeps = Pick<Deps, 'db' | 'clock' | 'queue' | 'timetable' | 'config' | 'pushKeys'>;

/** Makes the mail about a delay to an account; undefined for an account without an address. */
function lateMailJob(
  { config }: NotifyDeps,
  operator: OperatorData,
  row: store.RecipientRow,
  ride: ReservedRide,
): NewJob | undefined {
  if (row.email === null) return undefined;
  const language = chooseLanguage([row.language]);
  const address = reservationAddress({ config }, row.reservation_id);
  const mail: Mail = {
    kind: 'disruption',
    to: row.email,
    language,
    ...lateMail(operator, row, ride, { language, address }),
  };
  return {
    kind: MAIL_JOB,
    topic: mail.kind,
    payload: mail,
    accountId: row.account_id,
    key: `late:${row.reservation_id}`,
    expiresAt: ride.leavesAt,
  };
}

/**
 * Returns the state of a ride with null for what is not known any more: the delay and platform of a feed that has fallen silent, which may still
 * be true. Where no source says them any more, the timetable holds.
 */
function knownState(state: RideState, { feed, desk }: store.NewestTrain, now: number): RideState {
  const ends = fadesAt({ feed, desk }, theRules().liveFadesMinutes * MINUTE_MS);
  const isSilent = ends !== null && now > ends;
  return {
    ...state,
    minutesLate: state.minutesLate ?? (isSilent && feed?.delays ? null : 0),
    platform: isSilent && feed?.platforms && !desk?.platforms ? null : state.platform,
  };
}

/**
 * Notifies the travellers of one train. Returns 'stale', and does nothing, if the database has newer data of the train than this process.
 */
async function notifyTrain(
  trx: Trx,
  deps: NotifyDeps,
  edition: Edition,
  departureId: string,
): Promise<'notified' | 'nothing' | 'stale'> {
  const { clock, queue, config, pushKeys } = deps;
  await store.lockNotifying(trx, departureId);
  const newest = await store.findNewestTrain(trx, departureId);
  if (newest.version > edition.liveVersion || newest.generation > edition.generation) return 'stale';
  const now = clock();
  const { operator } = edition;
  const jobs: NewJob[] = [];
  const notified = new Map<string, store.Notified>();
  for (const row of await store.listRecipients(trx, departureId, pushKeys.current.keyId)) {
    const ride = reservedRide(operator, row, now);
    if (!ride) continue;
    const state = knownState(ride.state, newest, now);
    const found = newsOfRide(row.told ?? firstKnown(operator, row, state), state);
    const { subscription_id: subscriptionId, host } = row;
    const isPushed = subscriptionId !== null && host !== null;
    const mails = lateMailsOf(state.runs && !isPushed ? state.minutesLate : 0);
    const mail = mails > row.late_mails ? lateMailJob(deps, operator, row, { ...ride, state }) : undefined;
    if (mail) jobs.push(mail);
    const lateMails = Math.max(mails, row.late_mails);
    if (JSON.stringify(found.known) !== JSON.stringify(row.told) || lateMails > row.late_mails)
      notified.set(row.reservation_id, { reservationId: row.reservation_id, told: found.known, lateMails });
    if (!found.news || !isPushed) continue;
    const receiver = { subscriptionId, host, accountId: row.account_id };
    const about = { topic: 'change', reservationId: row.reservation_id, news: found.news } as const;
    const expiresAt = Math.max(ride.leavesAt, ride.state.runs ? 0 : ride.state.departAt + CANCELLED_FOR_MS);
    const job = pushJob(receiver, about, { expiresAt, settings: config.push });
    if (job) jobs.push(job);
  }
  await store.saveNotified(trx, [...notified.values()]);
  await store.markDisruptionsNotified(trx, departureId, new Date(now));
  await queue.addAll(trx, jobs, now);
  return jobs.length > 0 ? 'notified' : 'nothing';
}

/** Returns what of a train travellers are notified of, as text. Two trains with equal texts need no notification. */
const signatureOf = ({ asOf: _asOf, feedAsOf: _feedAsOf, words: _words, ...train }: LiveTrain): string =>
  JSON.stringify(train);

function soonestFirst(operator: OperatorData, departureIds: Iterable<string>): string[] {
  const leaves = (departureId: string) => {
    const departure = findDeparture(operator, departureId);
    return departure ? wholeRide(departure).expectedDepartAt : Number.POSITIVE_INFINITY;
  };
  return [...departureIds]
    .map((departureId) => ({ departureId, at: leaves(departureId) }))
    .toSorted((a, b) => a.at - b.at || (a.departureId < b.departureId ? -1 : 1))
    .map(({ departureId }) => departureId);
}

/** Notifies travellers of trains that changed since its last round. One for each process; it remembers the trains of that round. */
export class TrainNotifier {
  readonly #deps: NotifyDeps;
  /** What the trains were like when they were last looked at. */
  #seen = new Map<string, string>();

  constructor(deps: NotifyDeps) {
    this.#deps = deps;
  }

  /**
   * Handles the trains that changed, the soonest first. Returns how many. Several processes may do so at once: one of them sends the
   * message of each change.
   */
  async notify(isStopping: () => boolean = () => false): Promise<number> {
    const { db, timetable, queue } = this.#deps;
    const edition = timetable.current;
    const { operator } = edition;
    const now = new Map([...operator.live].map(([id, train]) => [id, signatureOf(train)] as const));
    const ids = new Set([...now.keys(), ...this.#seen.keys()]);
    const changed = [...ids].filter((id) => now.get(id) !== this.#seen.get(id));
    const reserved = changed.length > 0 ? await store.listReserved(db, changed) : [];
    const due = soonestFirst(operator, new Set([...reserved, ...(await store.listUnnotified(db))]));
    let looked = 0;
    for (const departureId of due) {
      if (isStopping()) return looked;
      const end = await inTransaction(db, (trx) => notifyTrain(trx, this.#deps, edition, departureId));
      if (end === 'notified') queue.wake();
      // It is looked at again with the next edition.
      if (end === 'stale') now.set(departureId, 'stale');
      looked += 1;
    }
    this.#seen = now;
    return looked;
  }
}
