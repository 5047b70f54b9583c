// An independent model of a ticket's life, without the code under test, for the test that compares the two.
import type { TicketStatus } from '../../src/platform/db/tables/tables.ts';

export const SECOND = 1_000;
export const HOUR = 3_600 * SECOND;
export const DAY = 24 * HOUR;
/** Days of use, and the number of journeys. */
export const PRODUCTS = {
  'haruka-kix-kyoto': [1, 1],
  'haruka-round-kyoto': [14, 2],
  'kansai-pass-2day': [2, Infinity],
  'city-day-qr': [1, Infinity],
} as const;
export type ProductId = keyof typeof PRODUCTS;

/** Returns the last millisecond of the Tokyo day that is `days` after the day of `now`. */
const endOf = (now: number, days: number) =>
  (Math.floor((now + 9 * HOUR) / DAY) + days + 1) * DAY - 9 * HOUR - 1;

/** Returns the number of the day in Tokyo. */
const dayOf = (at: number) => Math.floor((at + 9 * HOUR) / DAY);

/** A ticket's state, and the expected answer of each action. */
export class ModelTicket {
  owner: number | null = null;
  status: TicketStatus = 'unbound';
  before: TicketStatus = 'unbound';
  inside = false;
  exits = 0;
  /** What happened while each account had it, newest first. */
  #histories = new Map<number | null, number[]>();
  /** When cancelled entries were verified. */
  cancelled: number[] = [];
  records: { id: string; direction: 'in' | 'out'; state: string; until: number; station: string }[] = [];
  ends: number;
  readonly product: ProductId;

  constructor(product: ProductId, start: number) {
    this.product = product;
    this.ends = endOf(start, 2);
  }
  get closed() {
    return !['unbound', 'bound', 'inUse'].includes(this.status);
  }
  expired(now: number) {
    return this.closed || now > this.ends;
  }
  refusal(now: number): string | null {
    if (this.status === 'suspended') return 'TKT-0007';
    if (this.closed || this.status === 'unbound') return 'TKT-0006';
    return this.expired(now) ? 'TKT-0005' : null;
  }
  bind(actor: number, now: number): string {
    if (this.owner !== null) return this.owner === actor ? 'TKT-0004' : 'TKT-0003';
    if (this.closed) return this.status === 'suspended' ? 'TKT-0007' : 'TKT-0006';
    if (now > this.ends) return 'TKT-0005';
    [this.owner, this.status] = [actor, 'bound'];
    return 'OK';
  }
  use(actor: number, now: number): string {
    if (this.owner !== actor) return 'TKT-0001';
    const refusal = this.refusal(now);
    if (refusal !== null || this.status !== 'bound') return refusal ?? 'TKT-0006';
    this.status = 'inUse';
    this.#callBack();
    this.ends = endOf(now, PRODUCTS[this.product][0] - 1);
    return 'OK';
  }
  pass(actor: number, direction: 'in' | 'out', station: string, now: number): string {
    if (this.owner !== actor) return 'TKT-0001';
    // A traveller inside may leave for four hours after the end.
    const isExit = direction === 'out' && this.inside && now <= this.ends + 4 * HOUR;
    const refusal = this.refusal(now);
    if ((refusal !== null && !(isExit && refusal === 'TKT-0005')) || this.status !== 'inUse')
      return refusal ?? 'TKT-0006';
    if (this.inside === (direction === 'in')) return direction === 'in' ? 'TKT-0008' : 'TKT-0009';
    // A verification is shown for five minutes; a station is passed once in ten.
    const counted = this.records.filter(
      (record) => record.station === station && record.state !== 'cancelled',
    );
    if (counted.some(({ until }) => now - (until - 300_000) < 600_000)) return 'TKT-0021';
    this.inside = direction === 'in';
    if (this.inside) this.#callBack();
    this.codes.unshift(direction === 'in' ? 35 : 36);
    if (direction === 'out') {
      for (const record of this.records)
        if (record.direction === 'in' && record.state === 'open') record.state = 'passed';
      this.exits += 1;
      if (this.exits >= PRODUCTS[this.product][1]) this.status = 'used';
    }
    return 'OK';
  }
  /** What staff at a gate record (37 an exit, 38 a use), if it applies. Returns whether it does. */
  force(code: 37 | 38): boolean {
    if (this.status !== 'inUse' || this.inside !== (code === 37)) return false;
    this.inside = false;
    this.codes.unshift(code);
    for (const record of this.records) if (record.state === 'open') record.state = 'passed';
    this.exits += 1;
    if (this.exits >= PRODUCTS[this.product][1]) this.status = 'used';
    return true;
  }
  cancel(actor: number, record: ModelTicket['records'][number], now: number): string {
    if (this.owner !== actor) return 'TKT-0001';
    if (record.direction === 'out' || record.state !== 'open') return 'TKT-0009';
    // Within ten minutes of the verification, which was shown for five; twice on a Tokyo day.
    if (
      now >= record.until + 300_000 ||
      this.cancelled.filter((at) => dayOf(at) === dayOf(record.until - 300_000)).length >= 2
    )
      return 'TKT-0019';
    this.cancelled.push(record.until - 300_000);
    record.state = 'cancelled';
    this.inside = false;
    this.codes.unshift(34);
    return 'OK';
  }
  /** Changes the ticket as the desk, whichever account has it. */
  desk(action: 'suspend' | 'resume' | 'refund'): string {
    if (action === 'resume') {
      if (this.status !== 'suspended') return 'TKT-0006';
      this.status = this.before;
      return 'OK';
    }
    if (this.status === 'suspended' && action === 'suspend') return 'TKT-0007';
    if (this.closed && this.status !== 'suspended') return 'TKT-0006';
    if (action === 'suspend') this.before = this.status;
    this.status = action === 'suspend' ? 'suspended' : 'refunded';
    return 'OK';
  }
  /** The owner's history, newest first: of all times at which it had the ticket. */
  get codes(): number[] {
    const known = this.#histories.get(this.owner) ?? [];
    this.#histories.set(this.owner, known);
    return known;
  }
  /** Links that were sent, the newest last. */
  links: { token: string; sender: number; until: number; state: 'open' | 'taken' | 'calledBack' }[] = [];
  #callBack() {
    for (const link of this.links) if (link.state === 'open') link.state = 'calledBack';
  }
  sendLink(actor: number, token: string, now: number): string {
    if (this.owner !== actor) return 'TKT-0001';
    if (this.closed) return this.status === 'suspended' ? 'TKT-0007' : 'TKT-0013';
    if (this.expired(now)) return 'TKT-0005';
    if (this.inside) return 'TKT-0008';
    this.#callBack();
    // Its end is written in whole seconds.
    this.links.push({ token, sender: actor, until: Math.min(now + 3 * DAY, this.ends - 999), state: 'open' });
    return 'OK';
  }
  take(actor: number, link: ModelTicket['links'][number], now: number): string {
    if (link.state === 'taken') return this.owner === actor ? 'TKT-0004' : 'TKT-0003';
    if (link.state === 'calledBack') return 'TKT-0023';
    if (this.closed) return this.status === 'suspended' ? 'TKT-0007' : 'TKT-0006';
    if (now >= link.until) return 'TKT-0024';
    if (link.sender === actor) return 'TKT-0022';
    if (this.inside) return 'TKT-0025';
    link.state = 'taken';
    this.owner = actor;
    return 'OK';
  }
  transfer(actor: number, to: number, now: number): string {
    if (this.owner !== actor) return 'TKT-0001';
    if (this.closed) return this.status === 'suspended' ? 'TKT-0007' : 'TKT-0013';
    if (this.expired(now)) return 'TKT-0005';
    if (this.inside) return 'TKT-0008';
    if (actor === to) return 'TKT-0015';
    this.owner = to;
    this.#callBack();
    return 'OK';
  }
}
