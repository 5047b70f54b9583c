// Parses the JSON body of a call. JSON.parse and the schema take time for each value, so a text with too many values is refused before it is
// parsed. A long string, such as a picture, costs little.
import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { BODY_BYTES } from '@kippu/contract/limits';
import { AppError } from '../../wire/app-error.ts';

/** Brackets that open, colons and commas of a body. A gate's largest report has 9,505. */
export const MAX_JSON_MARKS = 10_000;
/** How deep the values of a body may be nested. The deepest call has 4 levels. */
export const MAX_JSON_DEPTH = 20;

/** Returns the index of the quote that ends the string that begins at `start`, or the text's length. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}

/** Whether a text has at most MAX_JSON_MARKS outside its strings and is at most MAX_JSON_DEPTH deep. Takes time in proportion to its length. */
function isSimple(json: string): boolean {
  let marks = 0;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const letter = json[at];
    if (letter === '"') at = endOfString(json, at);
    else if (letter === ',' || letter === ':') marks += 1;
    else if (letter === '}' || letter === ']') depth -= 1;
    else if (letter === '{' || letter === '[') {
      marks += 1;
      depth += 1;
    }
    if (marks > MAX_JSON_MARKS || depth > MAX_JSON_DEPTH) return false;
  }
  return true;
}

const refusal = (detail: string) => new AppError('REQ-0001', { values: { field: '' }, detail });

/** Parses a body; an empty one is undefined. Throws AppError REQ-0001 for a text that is no JSON, or has too many or too deep values. */
export function parseBody(json: string): unknown {
  if (json === '') return undefined;
  if (!isSimple(json)) throw refusal('too many values, or too deep');
  try {
    return JSON.parse(json);
  } catch {
    throw refusal('no JSON');
  }
}

/** As `parseBody`, for the body of a request. If the caller has hung up, rejects with the error of a closed connection, and parses nothing. */
export async function readBody({ raw }: Pick<FastifyRequest, 'raw'>, json: string): Promise<unknown> {
  // The server learns of closed connections between two turns of the event loop.
  if (json.length > BODY_BYTES) await setImmediate();
  if (raw.socket.destroyed) throw Object.assign(new Error('the caller hung up'), { code: 'ECONNRESET' });
  return parseBody(json);
}
