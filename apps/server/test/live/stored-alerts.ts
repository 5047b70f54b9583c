// Service alerts as a feed's reading leaves them in the database, for tests.
import type { Db } from '../../src/platform/db/database.ts';
import { inTransaction } from '../../src/platform/db/database.ts';
import { replaceAlerts } from '../../src/live/feed/alert-store.ts';
import { saveFeeds } from '../../src/live/feed/feed-store.ts';
import type { ServiceAlert } from '../../src/live/feed/read-alerts.ts';

/** An alert with these fields, and others of no interest. */
export const anAlert = (alertId: string, more: Partial<ServiceAlert> = {}): ServiceAlert => ({
  alertId,
  header: { ja: '運行情報', en: 'Disruption' },
  description: {},
  url: {},
  periods: [],
  informed: [{}],
  cause: 'OTHER_CAUSE',
  effect: 'OTHER_EFFECT',
  ...more,
});

/** Stores the alerts as the only ones of a feed that was read at `goodAt`, epoch milliseconds. */
export const storeAlerts = (db: Db, alerts: readonly ServiceAlert[], goodAt: number): Promise<void> =>
  inTransaction(db, async (trx) => {
    const at = new Date(goodAt);
    const [etag, last_modified, feed_at, fault, counts, held] = [null, null, null, null, null, null];
    await saveFeeds(trx, [
      { number: 1, etag, last_modified, feed_at, fault, counts, held, fetched_at: at, good_at: at },
    ]);
    await replaceAlerts(trx, 1, alerts);
  });
