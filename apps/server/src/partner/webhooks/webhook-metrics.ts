// Metrics of webhooks: what each process delivered, and what waits, which is read from the database when the metrics are asked for.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Db } from '../../platform/db/database.ts';
import { webhookState } from './delivery-store.ts';
import type { DeliveryMetrics } from './deliver-webhooks.ts';

interface WebhookSources {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Adds the metrics. `report` receives why the database could not be read; the gauges have no samples then. */
export function watchWebhooks(
  registry: Registry,
  { db, clock }: WebhookSources,
  report: (error: unknown) => void,
): DeliveryMetrics {
  const tries = new Counter({
    name: 'kippu_webhook_deliveries_total',
    help: 'Tries to deliver an event to an endpoint, by result: accepted, failed, gone.',
    labelNames: ['result'],
    registers: [registry],
  });
  let reading: Promise<void> | undefined;
  // Metrics are collected together: one query serves all of them.
  const collect = () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [], collect });
  const waiting = gauge('kippu_webhook_waiting', 'Events that an open endpoint has not accepted yet.');
  const oldest = gauge(
    'kippu_webhook_oldest_seconds',
    'For how long the oldest event of an endpoint that works has waited.',
  );
  const disabled = gauge('kippu_webhook_disabled_endpoints', 'Endpoints that were disabled.');
  const all = [waiting, oldest, disabled];
  const read = async () => {
    for (const each of all) each.remove();
    try {
      const state = await webhookState(db, clock());
      waiting.set(state.waiting);
      oldest.set(state.oldestSeconds);
      disabled.set(state.disabled);
    } catch (error) {
      report(error);
    }
  };
  for (const each of all) registry.registerMetric(each);
  return { delivered: (result) => tries.inc({ result }) };
}
