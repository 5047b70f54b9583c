// Connects the metrics with the running service, and opens the port of METRICS_PORT.
import type { FastifyBaseLogger } from 'fastify';
import { dateAt } from '@kippu/domain/time/service-day';
import type { Deps } from '../calls/app-context.ts';
import type { PoolState } from '../db/open-database.ts';
import type { Readiness } from '../health/readiness.ts';
import { lastDayFrom, runningDays } from '../gtfs/read/running-days.ts';
import { queueState } from '../jobs/queue-state.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { serveMetrics, type MetricsServer } from './metrics-endpoint.ts';
import { watchState } from './state-metrics.ts';

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>;

/** Returns a function that reads the dates with a train of a timetable, once for each. */
function daysOfTimetable(): (services: OperatorData['services']) => readonly string[] {
  const known = new WeakMap<OperatorData['services'], readonly string[]>();
  return (services) => {
    const days = known.get(services) ?? runningDays(services.values());
    known.set(services, days);
    return days;
  };
}

/**
 * Adds the gauges of the service's state. Then opens the port of METRICS_PORT and returns its
 * server; undefined without that setting, when METRICS_TOKEN opens the metrics on the service's own port. Does nothing without metrics.
 * Rejects if the port cannot be opened.
 */
export async function openMetrics(
  { db, config, metrics, clock, issuerKeys, timetable: served }: Deps,
  pool: (() => PoolState) | undefined,
  readiness: Pick<Readiness, 'state'>,
  log: Log,
): Promise<MetricsServer | undefined> {
  if (!metrics || !config.metrics) return undefined;
  const daysOf = daysOfTimetable();
  const timetable = () => {
    const { generation, publishedAt, operator } = served.current;
    return { generation, publishedAt, to: lastDayFrom(daysOf(operator.services), dateAt(clock())) };
  };
  const report = (err: unknown) => log.error({ event: 'server.failed', err }, 'metrics not read');
  const queue = () => queueState(db, clock());
  watchState(metrics.registry, { clock, pool, queue, readiness, report, issuerKeys, timetable });
  const { port } = config.metrics;
  if (port === undefined) return undefined;
  const server = await serveMetrics(metrics, { ...config.metrics, port }, report);
  log.info({ port: server.port }, 'metrics are served');
  return server;
}
