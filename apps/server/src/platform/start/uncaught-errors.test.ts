// An uncaught error is logged once and ends the process.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { handleUncaughtErrors } from './uncaught-errors.ts';

test.each(['uncaughtException', 'unhandledRejection'])(
  '%s is logged, and the process ends with 1',
  (kind) => {
    const process: EventEmitter & { exitCode?: number } = new EventEmitter();
    const logged: unknown[] = [];
    let stops = 0;
    const fault = new Error('a broken promise');
    handleUncaughtErrors(
      process,
      { fatal: (line: unknown) => logged.push(line) } as never,
      async () => void (stops += 1),
    );
    process.emit(kind, fault);
    expect(logged).toEqual([{ event: 'server.failed', err: fault }]);
    expect([stops, process.exitCode]).toEqual([1, 1]);
  },
);
