// A TCP proxy before PostgreSQL that fails on demand: it goes silent, or closes connections.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class DatabaseProxy {
  /** The address of the database through this proxy. */
  readonly url: string;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #frozen = false;
  #cutOn: string | undefined;

  private constructor(server: Server, url: URL) {
    this.#server = server;
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String((server.address() as AddressInfo).port);
    this.url = through.href;
    server.on('connection', (client) => this.#join(client, connect(Number(url.port) || 5432, url.hostname)));
  }

  /** Listens on a free port of the loopback address. Call `close` in the end. */
  static async open(databaseUrl: string): Promise<DatabaseProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new DatabaseProxy(server, new URL(databaseUrl));
  }

  /** The number of open connections. */
  get connections(): number {
    return this.#pairs.size;
  }

  /** Forwards nothing more in any direction, and keeps the connections open, as a frozen server does. */
  freeze(): void {
    this.#frozen = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  thaw(): void {
    this.#frozen = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  /** Closes each connection that the database's clients have open. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Closes the next connection whose client sends this text, before the database gets it. */
  cutOn(text: string): void {
    this.#cutOn = text;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, database: Socket): void {
    const pair = [client, database] as const;
    this.#pairs.add(pair);
    if (this.#frozen) for (const socket of pair) socket.pause();
    const end = () => {
      this.#pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end).setNoDelay();
    client.on('data', (data) => {
      if (this.#cutOn !== undefined && data.includes(this.#cutOn)) {
        this.#cutOn = undefined;
        return end();
      }
      return database.write(data);
    });
    database.on('data', (data) => client.write(data));
  }
}
