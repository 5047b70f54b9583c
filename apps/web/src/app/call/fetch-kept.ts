// Fetches a text of the operator, and keeps it for offline use.
import { REQUEST_TIMEOUT_MS } from '@kippu/contract/limits';
import { CallError } from '@kippu/client/call-error';
import { OPERATOR_CACHE } from '../storage/operator-texts.ts';

/** Some browsers have no cache outside https, and private windows have none. Then nothing is kept. */
async function keep(url: string, response: Response): Promise<void> {
  try {
    await (await caches.open(OPERATOR_CACHE)).put(url, response);
  } catch {
    // The answer is usable even if it was not kept.
  }
}
async function stored(url: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(OPERATOR_CACHE)).match(url);
  } catch {
    return undefined;
  }
}

/**
 * Fetches `url` and returns what `read` makes of the answer; offline, of the kept one. Keeps each answer that `read` accepts.
 * @throws CallError 'network' if there is neither, 'notJson' for an answer with a status of refusal, and what `read` throws
 */
export async function fetchKept<T>(url: string, read: (answer: Response) => Promise<T>): Promise<T> {
  const accept = async (answer: Response) => {
    if (!answer.ok) throw new CallError('notJson', { status: answer.status });
    return read(answer);
  };
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  } catch {
    const old = await stored(url);
    if (!old) throw new CallError('network');
    return accept(old);
  }
  const copy = response.clone();
  const text = await accept(response);
  await keep(url, copy);
  return text;
}
