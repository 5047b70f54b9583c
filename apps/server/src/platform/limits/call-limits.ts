// The limits of every call of the contract, by kind of caller, and of every other route, by address. Binding a call applies them.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '@kippu/contract/call';
import { AppError } from '../wire/app-error.ts';
import { OneAtATime } from './one-at-a-time.ts';
import {
  AddressLimit,
  nameLimit,
  RateCounter,
  tooMany,
  type CountName,
  type NamedRate,
} from './rate-counter.ts';

const MINUTE_MS = 60_000;
const perMinute = (name: string, max: number): NamedRate => ({ name, max, timeWindow: MINUTE_MS });

/**
 * Limits in calls a minute. Hundreds of travellers may share the address of a hotel, a train or a mobile network. So limits by address apply
 * to visitors' calls only, of which a traveller makes few; a signed-in guest's calls count for the account alone.
 */
export const RATES = {
  /** Each visitors' call that reads, by address: enough for 1,200 travellers who open the app in one minute. */
  openRead: perMinute('openRead', 1_200),
  /** Each visitors' call that writes, by address. */
  openWrite: perMinute('openWrite', 300),
  /** One refresh token, each time it is presented: two tabs and a few retries. */
  presented: perMinute('presented', 20),
  /** All calls of an account that read: a screen makes up to ten, a code screen one every few seconds. */
  guestRead: perMinute('guestRead', 600),
  /** All calls of an account that write. */
  guestWrite: perMinute('guestWrite', 300),
  /** All calls of an account that hash a password or process a picture. */
  guestSlow: perMinute('guestSlow', 20),
  /** Live streams that an account opens. */
  guestStream: perMinute('guestStream', 60),
  /** All calls of a member of staff, or of a sales system's key: enough for a file of orders sent one by one. */
  desk: perMinute('desk', 3_000),
  /** All calls of a member of staff that hash a password. */
  deskSlow: perMinute('deskSlow', 60),
  /** All calls of a partner that read, by partner and mode. */
  partnerRead: perMinute('partnerRead', 1_200),
  /** All calls of a partner that write. */
  partnerWrite: perMinute('partnerWrite', 600),
  /** Calls with an unknown token or key, by address. A caller with a known one is not refused for them. */
  unknown: perMinute('unknown', 1_200),
  /** Everything else, by address: pages and their files, documents, addresses that do not exist. */
  other: perMinute('other', 6_000),
} as const;

/**
 * The writes of an account that run or wait in a process. They lock the account's row: run at once, each would hold a connection to the database while it
 * waits. Two tabs of the app make 8 at once.
 */
export const MAX_WRITES_OF_ACCOUNT = 31;
/** The share of its address's rate for a browser that has logged in. */
const DEVICE_SHARE = 1 / 10;
/** The multiple of that rate for all such browsers of an address together. */
const DEVICES_OF_ADDRESS = 10;
/** How long a refused token counts as unknown. */
const REFUSED_MS = 10 * MINUTE_MS;

/** A call's cost: a read, a write, or a write with slow work. */
export type CallCost = 'read' | 'write' | 'slow';
export const costOf = (call: Pick<Call, 'method' | 'readOnly'>): CallCost =>
  call.method === 'GET' || call.readOnly ? 'read' : 'write';

/** The limit of one visitors' call, or of all routes that are no calls. Counts a browser that has logged in separately, so that strangers at its address cannot block it. */
class VisitorLimit {
  readonly #byAddress: AddressLimit;
  readonly #byDevice: CountName;
  readonly #byDevices: AddressLimit;

  constructor(scaled: (rate: NamedRate) => NamedRate, rate: NamedRate) {
    const { name, max } = rate;
    this.#byAddress = new AddressLimit(scaled(rate));
    this.#byDevice = nameLimit(scaled({ ...rate, name: `${name}OfBrowser`, max: max * DEVICE_SHARE }));
    this.#byDevices = new AddressLimit(
      scaled({ ...rate, name: `${name}OfBrowsers`, max: max * DEVICES_OF_ADDRESS }),
    );
  }

  /** Counts a call. `device` is the id of a browser that has logged in. Throws AppError REQ-0004. */
  take(request: FastifyRequest, device?: string): void {
    if (device === undefined) {
      this.#byAddress.take(request);
      return;
    }
    this.#byDevices.check(request);
    this.#byDevice(device);
    this.#byDevices.count(request);
  }
}

/** What is known about a request's token or key before a query. */
interface Credential {
  /** Whether it is a session that this process has seen, or the configured key. */
  readonly isMet: boolean;
  /** A token with this server's mark, live or ended. */
  readonly marked: string | undefined;
}

/** What is left of a limit that callers are told. */
export interface Quota {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
  /** Calls that are left after this one. */
  readonly left: number;
  /** Seconds until all of them are there again. */
  readonly resetSeconds: number;
  /** The refusal of this call, where none was left. */
  readonly refusal: AppError | undefined;
}

interface CallLimits {
  /** Makes the limit of one visitors' call, or of a file that is served as one. */
  readonly ofOpen: (call: Pick<Call, 'method' | 'readOnly'>) => VisitorLimit;
  /** Counts a call of an account. Throws AppError REQ-0004. */
  readonly ofGuest: (accountId: string, cost: CallCost | 'stream') => void;
  /** Runs a write after the account's earlier ones. Rejects at once with AppError REQ-0004 when MAX_WRITES_OF_ACCOUNT run or wait. */
  readonly inTurn: OneAtATime['run'];
  /** Counts a call of staff, or of a sales system. Throws AppError REQ-0004. */
  readonly ofDesk: (actor: string, cost: CallCost) => void;
  /** Counts a call of a partner, named with its mode. */
  readonly ofPartner: (partner: string, cost: 'read' | 'write') => Quota;
  /**
   * Looks up the owner of the request's token or key. Rejects with AppError REQ-0004, without a query, after too many unknown ones from its
   * address. A token seen before is always looked up, a marked one until it was refused.
   */
  readonly lookingUp: <T>(
    request: FastifyRequest,
    credential: Credential,
    look: () => Promise<T>,
  ) => Promise<T>;
  /**
   * Runs the work of exchanging a token. A marked token has its own limit until it was refused; for any other, `visitors` counts the call. The
   * work may throw or return a refusal.
   */
  readonly exchanging: <T>(
    marked: string | undefined,
    visitors: () => void,
    work: () => Promise<T | AppError>,
  ) => Promise<T | AppError>;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly callLimits: CallLimits;
  }
  interface FastifyContextConfig {
    /** The route has its own limit, or needs none. */
    readonly limited?: boolean;
    /** The media type of the file that the route's requests are. */
    readonly file?: string;
  }
}

/** Returns a function that counts a call by name and says what is left. A refused call is not counted. */
function quotaOf(rate: NamedRate): (name: string) => Quota {
  const counter = new RateCounter(rate);
  return (name) => {
    const wait = counter.wait(name);
    if (wait === 0) counter.count(name);
    const { calls, resetMs } = counter.left(name);
    return {
      name: rate.name,
      max: rate.max,
      windowSeconds: rate.timeWindow / 1000,
      left: calls,
      resetSeconds: Math.ceil(resetMs / 1000),
      refusal: wait > 0 ? tooMany(wait, rate.name) : undefined,
    };
  };
}

/** Whether a token or a key was refused: it is unknown, or its session has ended. */
const isRefusal = (error: unknown) => error instanceof AppError && error.code.startsWith('SES-');

/**
 * Adds the limits to a server, as `app.callLimits`, and the default limit to each route added later. `factor` multiplies all limits; none is
 * below one call. `browserOf` returns the id of a browser that has logged in.
 */
export function addCallLimits(
  app: FastifyInstance,
  factor: number,
  browserOf: (request: FastifyRequest) => string | undefined,
): void {
  const scaled = (rate: NamedRate): NamedRate => ({
    ...rate,
    max: Math.max(1, Math.ceil(rate.max * factor)),
  });
  const byName = (rate: NamedRate) => nameLimit(scaled(rate));
  const guest = {
    read: byName(RATES.guestRead),
    write: byName(RATES.guestWrite),
    slow: byName(RATES.guestSlow),
    stream: byName(RATES.guestStream),
  };
  const [desk, deskSlow] = [byName(RATES.desk), byName(RATES.deskSlow)];
  const partner = { read: quotaOf(scaled(RATES.partnerRead)), write: quotaOf(scaled(RATES.partnerWrite)) };
  const unknown = new AddressLimit(scaled(RATES.unknown));
  const presented = byName(RATES.presented);
  const refused = new RateCounter({ max: 1, timeWindow: REFUSED_MS });
  /** Returns the token while it counts as genuine. */
  const ours = (marked: string | undefined) =>
    marked !== undefined && refused.wait(marked) === 0 ? marked : undefined;
  const writes = new OneAtATime(MAX_WRITES_OF_ACCOUNT, 'writesInTurn');
  const limits: CallLimits = {
    ofOpen: (call) => new VisitorLimit(scaled, costOf(call) === 'read' ? RATES.openRead : RATES.openWrite),
    ofGuest: (accountId, cost) => guest[cost](accountId),
    inTurn: (accountId, work) => writes.run(accountId, work),
    ofDesk: (actor, cost) => (cost === 'slow' ? deskSlow : desk)(actor),
    ofPartner: (who, cost) => partner[cost](who),
    lookingUp: async (request, { isMet, marked }, look) => {
      if (!isMet && ours(marked) === undefined) unknown.check(request);
      try {
        return await look();
      } catch (error) {
        if (isRefusal(error)) {
          unknown.count(request);
          if (marked !== undefined) refused.count(marked);
        }
        throw error;
      }
    },
    exchanging: async (marked, visitors, work) => {
      const token = ours(marked);
      if (token === undefined) visitors();
      else presented(token);
      const answer = await work();
      if (marked !== undefined && isRefusal(answer)) refused.count(marked);
      return answer;
    },
  };
  app.decorate('callLimits', limits);
  const other = new VisitorLimit(scaled, RATES.other);
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.limited !== true) other.take(request, browserOf(request));
  });
}
