// The server's keys of one process: read from the database, where all processes share them, and rotated there.
import type { Db } from '../db/database.ts';
import { NEW_KEYS, prepareKeys } from './first-keys.ts';
import { issuerKey, issuerKeysOf, LEAD_MS, nextIssuerKeyFrom, type IssuerKeys } from './issuer-keys.ts';
import {
  destroyEndedKeys,
  insertKeyRow,
  nextGeneration,
  readKeyRows,
  replaceKeyRows,
  type KeyPurpose,
  type KeyRow,
} from './key-rows.ts';
import { isPasswordKeyDue, newPasswordKey, passwordKeysOf, type Keys } from './password-keys.ts';
import { pushKeysOf, type PushKeys } from './push-keys.ts';
import { webhookKeysOf, type WebhookKeys } from './webhook-keys.ts';
import { liveKeys, unwrapServerKey, wrapServerKey, type ServerKey } from './server-key.ts';
import type { KeySettings, WrappingKey } from './wrapping-key.ts';

const DAY_MS = 86_400_000;
/** How soon a process reads what another one wrote, and how soon again for an unknown key id. */
const REREAD_MS = 10_000;
const REREAD_UNKNOWN_MS = 1_000;
/** A private part is kept this long after the end of its key, so that no process with a fast clock destroys it early. */
const DESTROY_AFTER_MS = DAY_MS;
/** After so many failed readings in a row, a minute, the process is not ready: it may miss a key that was replaced. */
const MAX_FAILED_READS = 6;

interface KeyDeps {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly config: KeySettings;
}

export interface ServerKeys {
  readonly keys: Keys;
  /** The keys change only between two turns of the event loop, so `kid` and `sign` read in one turn belong together. */
  readonly issuerKeys: IssuerKeys;
  readonly pushKeys: PushKeys;
  readonly webhookKeys: WebhookKeys;
  /** Returns one line where this process lacks a key and must get no requests; undefined otherwise. */
  readonly problem: () => string | undefined;
  /** Stops reading. Resolves when nothing uses the database any more. */
  readonly close: () => Promise<void>;
}

type Wrapping = readonly [WrappingKey, ...WrappingKey[]];

/** Inserts the keys that are due. Returns whether there were any. */
async function rotate(
  db: Db,
  [wrapping]: Wrapping,
  { rows, keys, now }: { rows: readonly KeyRow[]; keys: readonly ServerKey[]; now: number },
): Promise<boolean> {
  const due: ServerKey[] = [];
  const live = (purpose: KeyPurpose) => liveKeys(keys, now).filter((key) => key.purpose === purpose);
  const usedFrom = nextIssuerKeyFrom(live('issuer'), now);
  if (usedFrom !== undefined) due.push(issuerKey(usedFrom));
  if (isPasswordKeyDue(live('password'), now)) due.push(await newPasswordKey(now));
  for (const key of due)
    await insertKeyRow(db, wrapServerKey(key, wrapping), nextGeneration(rows, key.purpose));
  return due.length > 0;
}

/** The keys that a process knows, and how it reads them. */
class KeyReader {
  readonly #deps: KeyDeps;
  readonly #wrapping: Wrapping;
  #known: readonly ServerKey[] = [];
  #problem: string | undefined;
  #issuerKeys: IssuerKeys;
  #passwordKeys: Keys;
  #pushKeys: PushKeys;
  #webhookKeys: WebhookKeys;

  constructor(deps: KeyDeps, wrapping: Wrapping) {
    this.#deps = deps;
    this.#wrapping = wrapping;
    this.#issuerKeys = issuerKeysOf([], 0);
    this.#passwordKeys = passwordKeysOf([], 0);
    this.#pushKeys = pushKeysOf([], 0);
    this.#webhookKeys = webhookKeysOf([], 0);
  }

  get problem(): string | undefined {
    return this.#problem;
  }
  get issuerKeys(): IssuerKeys {
    return this.#issuerKeys;
  }
  get passwordKeys(): Keys {
    return this.#passwordKeys;
  }
  get pushKeys(): PushKeys {
    return this.#pushKeys;
  }
  get webhookKeys(): WebhookKeys {
    return this.#webhookKeys;
  }

  /** Unwraps the rows. A key that is known already is kept, also when it is wrapped with another wrapping key now. */
  #open(rows: readonly KeyRow[]): void {
    const faults: string[] = [];
    const opened = rows
      .filter(({ wrappedPart }) => wrappedPart !== null)
      .flatMap((row) => {
        const known = this.#known.find(
          ({ purpose, keyId }) => purpose === row.purpose && keyId === row.keyId,
        );
        const key = known ?? unwrapServerKey(row, this.#wrapping);
        if (typeof key !== 'string') return key;
        faults.push(key);
        return [];
      });
    // Where all rows of a purpose are lost, its keys are kept in memory, and none is made.
    const lost = this.#known.filter((key) => !rows.some(({ purpose }) => purpose === key.purpose));
    if (lost.length > 0)
      faults.push('DATABASE_URL: the keys in server_key are lost; restore them from a backup');
    this.#known = [...opened, ...lost];
    this.#problem = faults[0];
  }

  /** Uses the known keys as of now. */
  useNow(): void {
    const now = this.#deps.clock();
    this.#issuerKeys = issuerKeysOf(
      this.#known.filter(({ purpose }) => purpose === 'issuer'),
      now,
    );
    this.#passwordKeys = passwordKeysOf(
      this.#known.filter(({ purpose }) => purpose === 'password' || purpose === 'secret'),
      now,
    );
    this.#pushKeys = pushKeysOf(
      this.#known.filter(({ purpose }) => purpose === 'push'),
      now,
    );
    this.#webhookKeys = webhookKeysOf(
      this.#known.filter(({ purpose }) => purpose === 'webhook'),
      now,
    );
  }

  /**
   * Whether this process may make keys. It may not while one cannot be read, nor while keys are wrapped with a newer wrapping key than its
   * own: the processes that have that one make them.
   */
  #mayMake(rows: readonly KeyRow[]): boolean {
    const own = this.#wrapping.map(({ fingerprint }) => fingerprint);
    return (
      this.#problem === undefined &&
      rows.every(({ wrappedBy }) => wrappedBy === null || own.includes(wrappedBy))
    );
  }

  /** Reads the database, and makes and destroys keys whose time has come. */
  async read(): Promise<void> {
    const { db, clock } = this.#deps;
    const rows = await readKeyRows(db);
    this.#open(rows);
    const now = clock();
    if (this.#mayMake(rows)) {
      if (await rotate(db, this.#wrapping, { rows, keys: this.#known, now }))
        this.#open(await readKeyRows(db));
      const isOver = ({ endsAt }: ServerKey) => endsAt !== null && endsAt < now - DESTROY_AFTER_MS;
      if (this.#known.some(isOver)) await destroyEndedKeys(db, now - DESTROY_AFTER_MS);
    }
    this.useNow();
  }
}

/** Reads the keys once, for a command. Puts the first keys into the database at need. Throws as `openServerKeys`. */
export async function readServerKeys(
  deps: KeyDeps,
): Promise<Pick<ServerKeys, 'keys' | 'issuerKeys' | 'pushKeys'>> {
  const reader = new KeyReader(deps, await prepareKeys(deps.db, deps.config, deps.clock()));
  await reader.read();
  return { keys: reader.passwordKeys, issuerKeys: reader.issuerKeys, pushKeys: reader.pushKeys };
}

/**
 * Opens the keys for a long-lived process, which reads them again every ten seconds. `report` gets the reason, once, when they cannot be
 * read or unwrapped later; the known keys stay then. Call `close` before the database is closed.
 * @throws Error of one line where the wrapping key is missing or another one, or where DATA_DIR holds other keys
 */
export async function openServerKeys(deps: KeyDeps, report: (error: unknown) => void): Promise<ServerKeys> {
  const { clock } = deps;
  const reader = new KeyReader(deps, await prepareKeys(deps.db, deps.config, clock()));
  await reader.read();
  let readAt = clock();
  let failedReads = 0;
  let isReported = reader.problem !== undefined;
  const attempt = async () => {
    readAt = clock();
    try {
      await reader.read();
      failedReads = 0;
      if (reader.problem !== undefined && !isReported) report(new Error(reader.problem));
      isReported = reader.problem !== undefined;
    } catch (error) {
      failedReads += 1;
      if (failedReads === 1) report(error);
      reader.useNow();
    }
  };
  let reading: Promise<void> | undefined;
  const reread = () => (reading ??= attempt().finally(() => (reading = undefined)));
  const timer = setInterval(() => void reread(), REREAD_MS).unref();
  return {
    keys: {
      get publicKey() {
        return reader.passwordKeys.publicKey;
      },
      privateKey: async (kid) => {
        const known = await reader.passwordKeys.privateKey(kid);
        if (known || (!reading && Math.abs(clock() - readAt) < REREAD_UNKNOWN_MS)) return known;
        await reread();
        return reader.passwordKeys.privateKey(kid);
      },
      mac: (text) => reader.passwordKeys.mac(text),
    },
    issuerKeys: {
      get kid() {
        return reader.issuerKeys.kid;
      },
      get notAfter() {
        return reader.issuerKeys.notAfter;
      },
      get sign() {
        return reader.issuerKeys.sign;
      },
      get publicKeys() {
        return reader.issuerKeys.publicKeys;
      },
    },
    pushKeys: {
      get current() {
        return reader.pushKeys.current;
      },
    },
    webhookKeys: {
      get current() {
        return reader.webhookKeys.current;
      },
    },
    problem: () =>
      reader.problem ??
      (failedReads >= MAX_FAILED_READS ? 'DATABASE_URL: the keys cannot be read' : undefined),
    close: async () => {
      clearInterval(timer);
      await reading;
    },
  };
}

/**
 * Writes the next issuer key, which signs `leadMs` from now, and returns it. Throws RangeError while another key waits for its time, or where
 * another process makes one at the same time; Error as `openServerKeys`.
 */
export async function rotateIssuerKey(deps: KeyDeps, leadMs = LEAD_MS): Promise<ServerKey> {
  const { db, clock, config } = deps;
  const [wrapping] = await prepareKeys(db, config, clock());
  const rows = await readKeyRows(db);
  const now = clock();
  const waiting = liveKeys(rows, now).find(({ purpose, usedFrom }) => purpose === 'issuer' && usedFrom > now);
  if (waiting)
    throw new RangeError(
      `key ${waiting.keyId} signs from ${new Date(waiting.usedFrom).toISOString()} already`,
    );
  const key = issuerKey(now + leadMs);
  if (!(await insertKeyRow(db, wrapServerKey(key, wrapping), nextGeneration(rows, 'issuer'))))
    throw new RangeError('another process has made the next key at the same time');
  return key;
}

/**
 * Replaces all keys of a purpose by a new one and destroys their private parts at once: for a stolen key. Running processes use the new key
 * within ten seconds. Throws Error where another process makes a key at the same time, and as `openServerKeys`.
 */
export async function replaceKeys(deps: KeyDeps, purpose: KeyPurpose): Promise<ServerKey> {
  const { db, clock, config } = deps;
  const [wrapping] = await prepareKeys(db, config, clock());
  const key = await NEW_KEYS[purpose](clock());
  await replaceKeyRows(db, wrapServerKey(key, wrapping), clock());
  return key;
}
