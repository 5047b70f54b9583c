// Makes calls with the client of another release: its routes, and how its pages build a request and read the answer.
import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Loads the traveller's client of a folder with installed packages.
 * @param {string} folder
 * @returns {Promise<(origin: string, method: string, address: string, body: object | undefined, headers: Record<string, string>) => Promise<any>>}
 *   resolves with the data of the answer, and throws unless it is a success
 */
export async function appOf(folder) {
  const routes = path.join(folder, 'packages/contract/src/routes/traveller');
  const known = (
    await Promise.all(readdirSync(routes).map((file) => import(path.join(routes, file))))
  ).flatMap((exported) => Object.values(exported));
  const { sendCall } = await import(path.join(folder, 'packages/client/src/send-call.ts'));
  const { fetch } = globalThis;
  return async (origin, method, address, body, headers) => {
    const [where, query = ''] = address.split('?');
    const route = known.find((each) => each.path === where && each.method === method);
    if (!route) throw new Error(`the other release has no ${method} ${where}`);
    // A page calls its own origin.
    globalThis.fetch = (url, init) => fetch(new URL(String(url), origin), init);
    try {
      return await sendCall(
        route,
        { query: Object.fromEntries(new URLSearchParams(query)), body },
        { headers },
      );
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : error;
      throw new Error(`${method} ${where} by the other release's app: ${code}`, { cause: error });
    } finally {
      globalThis.fetch = fetch;
    }
  };
}
