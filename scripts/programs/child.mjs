// Runs another program, and passes on the signals that end this one.
import { spawn } from 'node:child_process';

/** How often it is checked whether npm is still there. */
const LOOK_MS = 200;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a program with this process's input and output. A signal that would end this process is sent to the program
 * instead, so that it can stop in order and is never left alone. npm runs this process by a shell, to which alone it
 * passes its signals: when that shell has ended, the program gets SIGTERM.
 * @param {string} cmd
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 1 if a signal ended it
 * @throws if the program cannot be started
 */
export function runChild(cmd, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(cmd, args, { stdio: 'inherit', ...options });
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, passOn);
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) child.kill('SIGTERM');
    }, LOOK_MS);
    const done = () => {
      clearInterval(watch);
      for (const signal of SIGNALS) process.off(signal, passOn);
    };
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('exit', (code) => {
      done();
      resolve(code ?? 1);
    });
  });
}
