// Gauges of the service's state, read when the metrics are asked for.
import { Gauge, type Registry } from 'prom-client';
import { startOfDay, addDays } from '@kippu/domain/time/service-day';
import type { PoolState } from '../db/open-database.ts';
import type { IssuerKeys } from '../keys/issuer-keys.ts';

const DAY_MS = 86_400_000;

export interface StateSources {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Undefined for the embedded database, which has no pool. */
  readonly pool: (() => PoolState) | undefined;
  readonly issuerKeys: Pick<IssuerKeys, 'notAfter'>;
  /** The timetable that this process serves: its generation and the last service date. */
  readonly timetable: () => { readonly generation: number; readonly to: string };
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

/** Adds the gauges to the registry. */
export function watchState(registry: Registry, { clock, pool, issuerKeys, timetable }: StateSources): void {
  if (pool) watchPool(registry, pool);
  addGauge(
    registry,
    'kippu_issuer_key_remaining_days',
    'Days until the end of the key that signs tickets now.',
    () => (issuerKeys.notAfter * 1000 - clock()) / DAY_MS,
  );
  addGauge(
    registry,
    'kippu_timetable_generation',
    'The number of the timetable that this process serves; 0 for that of the operator folder.',
    () => timetable().generation,
  );
  addGauge(
    registry,
    'kippu_timetable_remaining_days',
    'Days until the end of the last service date of the timetable.',
    () => (startOfDay(addDays(timetable().to, 1)) - clock()) / DAY_MS,
  );
}
