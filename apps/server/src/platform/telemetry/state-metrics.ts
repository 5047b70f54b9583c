// Gauges of the service's state, read when the metrics are asked for.
import { Gauge, type Registry } from 'prom-client';
import { startOfDay, addDays } from '@kippu/domain/time/service-day';
import type { PoolState } from '../db/open-database.ts';
import type { QueueState } from '../jobs/queue-state.ts';
import { isServing, type Readiness } from '../health/readiness.ts';
import type { IssuerKeys } from '../keys/issuer-keys.ts';

const DAY_MS = 86_400_000;

export interface StateSources {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Undefined for the embedded database, which has no pool. */
  readonly pool: (() => PoolState) | undefined;
  /** Rejects while the database does not answer. */
  readonly queue: () => Promise<readonly QueueState[]>;
  readonly readiness: Pick<Readiness, 'state'>;
  /** Receives why the queue could not be read. */
  readonly report: (error: unknown) => void;
  readonly issuerKeys: Pick<IssuerKeys, 'notAfter'>;
  /** The timetable that this process serves: its generation, since when it is in effect (epoch milliseconds) and until which date trains run. */
  readonly timetable: () => {
    readonly generation: number;
    readonly publishedAt: number;
    readonly to: string;
  };
}

/** Adds a gauge that `read` computes. */
function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read());
    },
  });
  registry.registerMetric(gauge);
}

function watchPool(registry: Registry, pool: () => PoolState): void {
  const connections = new Gauge({
    name: 'kippu_db_connections',
    help: 'Connections to PostgreSQL by state.',
    labelNames: ['state'],
    registers: [],
    collect() {
      const { inUse, idle } = pool();
      this.set({ state: 'in_use' }, inUse);
      this.set({ state: 'idle' }, idle);
    },
  });
  registry.registerMetric(connections);
  addGauge(
    registry,
    'kippu_db_connections_max',
    'The number of connections that this process opens at most.',
    () => pool().max,
  );
  addGauge(
    registry,
    'kippu_db_waiting',
    'Callers that wait for a connection to PostgreSQL.',
    () => pool().waiting,
  );
}

/** Adds the gauges of the queue. While it cannot be read they have no samples, and the other metrics stay. */
function watchQueue(registry: Registry, { queue, report }: Pick<StateSources, 'queue' | 'report'>): void {
  let reading: Promise<void> | undefined;
  // Metrics are collected together: one query serves all four.
  const collect = () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['kind'], registers: [], collect });
  const waiting = gauge('kippu_queue_jobs', 'Jobs that are not done, by kind.');
  const oldest = gauge(
    'kippu_queue_oldest_seconds',
    'For how long one of them has waited to be tried, without the time after a receiver deferred it.',
  );
  const dead = gauge('kippu_queue_dead_jobs', 'Jobs that were given up.');
  const outage = gauge(
    'kippu_queue_outage_seconds',
    'For how long the service of these jobs has not worked.',
  );
  const all = [waiting, oldest, dead, outage];
  const read = async () => {
    for (const each of all) each.reset();
    try {
      for (const { kind, ...state } of await queue()) {
        waiting.set({ kind }, state.waiting);
        oldest.set({ kind }, state.oldestSeconds);
        dead.set({ kind }, state.dead);
        outage.set({ kind }, state.outageSeconds);
      }
    } catch (error) {
      report(error);
    }
  };
  for (const each of all) registry.registerMetric(each);
}

/** Adds the gauge of the parts of /readyz. A part without a word, and one that is named only while it fails, have no sample. */
function watchReady(registry: Registry, readiness: StateSources['readiness']): void {
  const ready = new Gauge({
    name: 'kippu_ready',
    help: 'By part of /readyz: 1 while calls are served, 0 while it keeps the process from being ready.',
    labelNames: ['part'],
    registers: [],
    async collect() {
      const { parts } = await readiness.state();
      this.reset();
      for (const [part, word] of Object.entries(parts))
        if (word !== 'unknown') this.set({ part }, isServing(word) ? 1 : 0);
    },
  });
  registry.registerMetric(ready);
}

/** Adds the gauges to the registry. */
export function watchState(registry: Registry, sources: StateSources): void {
  const { clock, pool, issuerKeys, timetable } = sources;
  if (pool) watchPool(registry, pool);
  watchQueue(registry, sources);
  watchReady(registry, sources.readiness);
  addGauge(
    registry,
    'kippu_issuer_key_remaining_days',
    'Days until the end of the key that signs tickets now.',
    () => (issuerKeys.notAfter * 1000 - clock()) / DAY_MS,
  );
  addGauge(
    registry,
    'kippu_timetable_generation',
    'The number of the timetable that this process serves, counted from 1.',
    () => timetable().generation,
  );
  addGauge(
    registry,
    'kippu_timetable_age_seconds',
    'Seconds since the timetable that this process serves took effect.',
    () => (clock() - timetable().publishedAt) / 1000,
  );
  addGauge(
    registry,
    'kippu_timetable_remaining_days',
    'Days until the end of the last service date before trains pause for more than a week.',
    () => (startOfDay(addDays(timetable().to, 1)) - clock()) / DAY_MS,
  );
}
