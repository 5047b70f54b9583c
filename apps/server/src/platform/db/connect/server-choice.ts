// Chooses among several PostgreSQL servers, such as a primary and its standby.
import { Client } from 'pg';
import type { DatabaseServers } from './database-url.ts';

/** Each server is asked for this long. */
const PROBE_MS = 1_000;

/** Whether the server accepts a connection and, if needed, writes. */
async function fits(url: string, needs: DatabaseServers['needs']): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  // A connection that ends later than its answer must not end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (needs === 'any') return true;
    const { rows } = await client.query<{ writable: boolean }>(
      "select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable",
    );
    return rows[0]?.writable === true;
  } catch {
    // The caller chooses another server, and reports the last error if there is none.
    return false;
  } finally {
    void client.end();
  }
}

/** The server that new connections go to. */
export class ServerChoice {
  readonly #servers: DatabaseServers;
  #current: string;
  #choosing: Promise<void> | undefined;

  constructor(servers: DatabaseServers) {
    this.#servers = servers;
    this.#current = servers.urls[0] ?? '';
  }

  get current(): string {
    return this.#current;
  }

  get isSingle(): boolean {
    return this.#servers.urls.length === 1;
  }

  /**
   * Asks all servers at once and takes the first in their order that fits; keeps the current one if none does. Callers at the same time
   * share the answer. Does nothing for a single server.
   */
  async choose(): Promise<void> {
    if (this.isSingle) return;
    this.#choosing ??= this.#ask().finally(() => {
      this.#choosing = undefined;
    });
    await this.#choosing;
  }

  async #ask(): Promise<void> {
    const { urls, needs } = this.#servers;
    const answers = urls.map((url) => ({ url, fits: fits(url, needs) }));
    for (const answer of answers) {
      if (!(await answer.fits)) continue;
      this.#current = answer.url;
      return;
    }
  }
}
