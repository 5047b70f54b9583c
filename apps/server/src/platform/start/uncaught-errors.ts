// Handles uncaught errors: logs them and stops the process in order, because its state is unknown. A supervisor restarts it.
import type { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Handles uncaught exceptions and unhandled rejections. `stop` ends the process after the open requests. The first error counts; the exit
 * code is 1.
 */
export function handleUncaughtErrors(
  from: Pick<EventEmitter, 'on'> & { exitCode?: NodeJS.Process['exitCode'] },
  log: Pick<FastifyBaseLogger, 'fatal'>,
  stop: () => Promise<void>,
): void {
  const end = (err: unknown) => {
    log.fatal({ event: 'server.failed', err }, 'a fault that nobody caught');
    from.exitCode = 1;
    stop().catch((error: unknown) => log.fatal({ event: 'server.failed', err: error }, 'stopping failed'));
  };
  from.on('uncaughtException', end);
  from.on('unhandledRejection', end);
}
