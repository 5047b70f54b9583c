// The SQL of service alerts.
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

interface AlertsAt {
  /** Epoch milliseconds. */
  readonly at: number;
  /** How long the alerts of a silent feed are shown, in milliseconds. */
  readonly fadesAfterMs: number;
  /** Whom they must concern; undefined: anybody. */
  readonly of?: AlertSubject | undefined;
}

/** Returns the alerts that are active at a moment and concern a ride or stations. */
export async function listAlerts(db: Db, { at, fadesAfterMs, of }: AlertsAt): Promise<ServiceAlert[]> {
  const { rows } = await sql<ServiceAlert>`
    select a.alert_id as "alertId", a.header, a.description, a.url, a.periods, a.informed, a.cause, a.effect
    from live_alert a join live_feed f using (number)
    where f.good_at >= ${new Date(at - fadesAfterMs)}::timestamptz
    order by a.number, a.alert_id`.execute(db);
  return rows.filter((alert) => isActive(alert, at) && (of === undefined || concerns(alert, of)));
}
