// An open code screen's stream, on a plain socket: thousands of them must cost the client little.
import { connect } from 'node:net';
import { PASSAGES_PATH } from '@kippu/contract/passage-stream';

/** An event may come in two pieces. */
const KEPT = 64;

/**
 * Opens a stream of a ticket.
 * @param {{ port: number, authorization: string, ticketId: string, onLive?: () => void }} phone `onLive` is called when a train of the account
 *   runs differently
 * @returns {Promise<{ close: () => void }>} when the server's first event is there
 * @throws if the server refuses it, or ends it before
 */
export function openStream({ port, authorization, ticketId, onLive = () => undefined }) {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ ticketId });
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        [
          `POST ${PASSAGES_PATH} HTTP/1.1`,
          'host: kippu',
          `authorization: ${authorization}`,
          'content-type: application/json',
          `content-length: ${Buffer.byteLength(body)}`,
          '',
          body,
        ].join('\r\n'),
      ),
    );
    let isReady = false;
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (piece) => {
      text += piece;
      if (!isReady && text.startsWith('HTTP/1.1 ') && !text.startsWith('HTTP/1.1 200'))
        reject(new Error(text.split('\r\n')[0]));
      if (!isReady && text.includes('event: ready')) {
        isReady = true;
        resolve({ close: () => socket.destroy() });
      }
      let at = text.indexOf('event: live');
      while (at >= 0) {
        onLive();
        text = text.slice(at + 11);
        at = text.indexOf('event: live');
      }
      text = text.slice(-KEPT);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server ended the stream')));
  });
}

/** Calls `work` for each, so many at once. @template T @param {readonly T[]} all @param {number} atOnce @param {(each: T, at: number) => Promise<unknown>} work */
export async function inBatches(all, atOnce, work) {
  let next = 0;
  const worker = async () => {
    while (next < all.length) {
      const at = next;
      next += 1;
      const each = all[at];
      if (each !== undefined) await work(each, at);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
