// The attacking process: runs one attack against a port until it is stopped, and reports how its requests were
// answered.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ATTACKS } from './attacks.mjs';

const agent = new Agent({ keepAlive: true });
const state = { going: false };
let answers = {};

const count = (status) => (answers[status] = (answers[status] ?? 0) + 1);

/**
 * Sends one request and reads its answer. A held one stays open as long as the attack.
 * @returns {Promise<void>}
 */
const send = (port, { method, path, headers, body, held }) =>
  new Promise((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const head =
      text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const sent = request(
      {
        agent: held ? false : agent,
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: { ...headers, ...head },
      },
      (answer) => {
        count(answer.statusCode);
        answer.resume().on('close', resolve);
        if (held) resolve();
      },
    );
    sent.on('error', () => {
      count('closed');
      resolve();
    });
    sent.end(text);
  });

async function run({ name, port, material }) {
  const attack = ATTACKS[name](material);
  state.going = true;
  answers = {};
  const worker = async (n) => {
    const slow = attack.open?.(port, n);
    for (let i = 0; state.going; i += 1) {
      if (slow) slow.drip();
      else await send(port, attack.send(i, n));
      await sleep(attack.pauseMs);
    }
    slow?.close();
  };
  await Promise.all(Array.from({ length: attack.workers }, (_, n) => worker(n)));
  process.send?.({ answers });
}

// Ends with the bench in any case.
process.on('disconnect', () => process.exit(0));

process.on('message', (message) => {
  if (message === 'stop') state.going = false;
  else void run(/** @type {Parameters<typeof run>[0]} */ (message));
});
