// The SQL of service alerts.
import { theRules } from '@kippu/domain/rules';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/db/json-text.ts';
import { concerns, isActive, type AlertSubject, type ServiceAlert } from './read-alerts.ts';

/** Replaces the alerts of a feed. */
export async function replaceAlerts(
  trx: Trx,
  number: number,
  alerts: readonly ServiceAlert[],
): Promise<void> {
  await trx.deleteFrom('live_alert').where('number', '=', number).execute();
  if (alerts.length === 0) return;
  await trx
    .insertInto('live_alert')
    .values(
      alerts.map(({ alertId, header, description, url, periods, informed, cause, effect }) => ({
        number,
        alert_id: alertId,
        header: jsonText(header),
        description: jsonText(description),
        url: jsonText(url),
        periods: JSON.stringify(periods),
        informed: JSON.stringify(informed),
        cause,
        effect,
      })),
    )
    .execute();
}

interface FreshAt {
  /** Epoch milliseconds. */
  readonly at: number;
  /** How long the alerts of a silent feed are shown, in milliseconds. */
  readonly fadesAfterMs: number;
}
interface AlertsAt extends FreshAt {
  /** Whom they must concern; undefined: anybody. */
  readonly of?: AlertSubject | undefined;
}

async function readFresh(db: Db, { at, fadesAfterMs }: FreshAt): Promise<readonly ServiceAlert[]> {
  const { rows } = await sql<ServiceAlert>`
    select a.alert_id as "alertId", a.header, a.description, a.url, a.periods, a.informed, a.cause, a.effect
    from live_alert a join live_feed f using (number)
    where f.good_at >= ${new Date(at - fadesAfterMs)}::timestamptz
    order by a.number, a.alert_id`.execute(db);
  return rows;
}

/** Returns the alerts that are active at a moment and concern a ride or stations. */
export async function listAlerts(db: Db, { of, ...fresh }: AlertsAt): Promise<ServiceAlert[]> {
  const found = await readFresh(db, fresh);
  return found.filter((alert) => isActive(alert, fresh.at) && (of === undefined || concerns(alert, of)));
}

/** Screens ask again and again: those of a process read the alerts once in so many milliseconds. */
const KEPT_MS = 5_000;
const MINUTE_MS = 60_000;

/** The alerts of all feeds that are not silent, active or not, read once for all who ask within a few seconds. */
export class FreshAlerts {
  readonly #db: Db;
  #kept: { readonly slot: number; readonly alerts: Promise<readonly ServiceAlert[]> } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns the alerts at a moment, epoch milliseconds; they may be KEPT_MS old. A failure is not kept. */
  at(now: number): Promise<readonly ServiceAlert[]> {
    const slot = Math.floor(now / KEPT_MS);
    if (this.#kept?.slot === slot) return this.#kept.alerts;
    const fadesAfterMs = theRules().liveFadesMinutes * MINUTE_MS;
    const made = { slot, alerts: readFresh(this.#db, { at: now, fadesAfterMs }) };
    this.#kept = made;
    made.alerts.catch(() => {
      // The caller gets the fault; the next one reads again.
      if (this.#kept === made) this.#kept = undefined;
    });
    return made.alerts;
  }
}
