// The same morning for each test of live trains: it is 09:00, and a traveller is about to take train 14 at 10:15.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openTestDeps, type TestDeps } from '../app-context.ts';
import { emptyTables } from '../test-database.ts';
import { LiveServer } from './live-server.ts';
import { seatClient, seedSeats, type SeatClient } from './seat-client.ts';

const DAY = '2026-04-01';
const NINE = Date.parse(`${DAY}T09:00:00+09:00`);

/** What of a part exists only while a test runs. */
function present<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('no test runs');
  return part;
}

class LiveMorning {
  #deps: TestDeps | undefined;
  #server: LiveServer | undefined;
  #client: SeatClient | undefined;

  get deps(): TestDeps {
    return present(this.#deps);
  }
  /** A process that looks for news only when the test asks. */
  get server(): LiveServer {
    return present(this.#server);
  }
  /** The traveller: `a0`, with one ticket of each product. */
  get client(): SeatClient {
    return present(this.#client);
  }

  async open(): Promise<void> {
    this.#deps = await openTestDeps(NINE);
  }

  /** It is 09:00 again, and nobody has reserved anything. */
  async begin(): Promise<void> {
    const { deps } = this;
    deps.advance(NINE - deps.clock());
    await emptyTables(deps.db);
    await seedSeats(deps.db, deps.operator, NINE);
    this.#server = await LiveServer.open(deps);
    await this.signIn();
  }

  /** Moves the clock to a time of the day, 'HH:MM:SS' or epoch milliseconds. The traveller signs in anew. */
  async waitUntil(time: string | number): Promise<void> {
    const at = typeof time === 'number' ? time : Date.parse(`${DAY}T${time}+09:00`);
    this.deps.advance(at - this.deps.clock());
    await this.signIn();
  }

  /** Makes another account the traveller until the clock moves. */
  async signIn(accountId = 'a0'): Promise<void> {
    this.#client = await seatClient(this.server.app, this.deps.db, accountId, this.deps.clock());
  }
}

/** Gives each test of the file its own morning. Call it once, at the top of the file. */
export function eachLiveMorning(): LiveMorning {
  const morning = new LiveMorning();
  beforeAll(() => morning.open());
  afterAll(() => morning.deps.close());
  beforeEach(() => morning.begin());
  afterEach(() => morning.server.close());
  return morning;
}
