// What the log says about jobs: nothing that names a person.
import type { FastifyBaseLogger } from 'fastify';
import type { RunnerDeps } from './job-runner.ts';

/** Returns the functions that log what a runner reports. A job that is tried again is logged as `info`. */
export const jobLog = (
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
): Pick<RunnerDeps, 'report' | 'failed'> => ({
  report: ({ event, ...about }) => {
    if (event === 'buried') log.error({ ...about }, 'job given up');
    else if (event === 'outage') log.error({ ...about }, 'service of jobs does not answer');
    else if (event === 'deferred') log.info({ ...about }, 'job deferred');
    else log.info({ ...about }, 'service of jobs answers again');
  },
  failed: (err) => log.error({ event: 'server.failed', err }, 'jobs not run'),
});
