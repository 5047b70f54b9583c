// A server whose timetable may be changed between two starts, and its travellers, for tests.
import type { FastifyInstance } from 'fastify';
import type { FeedEffects } from '@kippu/contract/desk-feed';
import type { Reservation } from '@kippu/contract/seat';
import { buildApp } from '../app.ts';
import { inTransaction } from '../db/database.ts';
import { emptyTables } from '../db/test-database.ts';
import { openTestDeps, type TestDeps } from '../http/test-deps.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { moveSeats } from '../ticket/transfer-store.ts';
import { compareWithFeed } from './compare-feed.ts';
import { feedEffects } from './feed-effects.ts';
import { operatorWith, type Feed } from './feed-fixture.ts';
import { seedSeats, traveller, type Traveller } from './seat-caller.ts';

const START = Date.parse('2026-04-01T09:00:00+09:00');

export class FeedStage {
  readonly deps: TestDeps;
  private app: FastifyInstance | undefined;
  private present: OperatorData | undefined;
  private travellers: { me: Traveller; other: Traveller } | undefined;

  private constructor(deps: TestDeps) {
    this.deps = deps;
  }

  static async open(): Promise<FeedStage> {
    return new FeedStage(await openTestDeps(START));
  }

  /** Begins anew: 1 April 09:00, nothing reserved, the timetable as it is. */
  async reset(): Promise<void> {
    this.deps.advance(START - this.deps.clock());
    await emptyTables(this.deps.db);
    await seedSeats(this.deps.db, this.deps.operator, START);
    await this.start('same');
  }

  async close(): Promise<void> {
    await this.app?.close();
    await this.deps.close();
  }

  /** The accounts `a0` and `a1`. */
  get who(): { me: Traveller; other: Traveller } {
    if (!this.travellers) throw new Error('not started');
    return this.travellers;
  }

  /** Starts the server with a timetable; gives how many reservations it disrupted. */
  async start(feed: Feed): Promise<number> {
    await this.app?.close();
    const { deps } = this;
    const { operator, disrupted } = await compareWithFeed(
      deps.db,
      operatorWith(feed, deps.config.operatorDir),
      deps.clock(),
    );
    this.present = operator;
    this.app = await buildApp({ ...deps, operator });
    await this.logIn(this.app);
    return disrupted;
  }

  /** What a start with a timetable would do now. */
  async foretold(feed: Feed): Promise<FeedEffects> {
    const { deps, present } = this;
    if (!present) throw new Error('not started');
    const next = operatorWith(feed, deps.config.operatorDir);
    return feedEffects(deps.db, { old: present, next }, deps.clock());
  }

  /** Moves the clock to a time of 1 April; whoever waited so long logs in again. */
  async waitUntil(time: string): Promise<void> {
    this.deps.advance(Date.parse(`2026-04-01T${time}+09:00`) - this.deps.clock());
    if (this.app) await this.logIn(this.app);
  }

  private async logIn(app: FastifyInstance): Promise<void> {
    const { db, clock } = this.deps;
    this.travellers = {
      me: await traveller(app, db, 'a0', clock()),
      other: await traveller(app, db, 'a1', clock()),
    };
  }

  async detail(reservationId: string, who = this.who.me): Promise<Reservation> {
    return (await who.post('loadReserveDetail', { reservationId })).data;
  }

  /** The ids of a list of `a0`. */
  async listed(tab: 'upcoming' | 'past', who = this.who.me): Promise<string[]> {
    const { data } = await who.get('reserveList', { tab });
    return (data as { items: Reservation[] }).items.map(({ reservationId }) => reservationId);
  }

  /** What was told, in order of the names; in brackets what no longer holds. */
  async kinds(): Promise<string[]> {
    const rows = await this.deps.db.selectFrom('disruption').select(['kind', 'settled_at']).execute();
    return rows.map(({ kind, settled_at }) => (settled_at ? `(${kind})` : kind)).toSorted();
  }

  /** Every leg that is taken, as '4-4A/0'. */
  async legs(): Promise<string[]> {
    const rows = await this.deps.db.selectFrom('seat_leg').selectAll().execute();
    return rows.map((row) => `${row.seat}/${row.leg}`).toSorted();
  }

  /** Gives the seats of a ticket of `a0` to `a1`, as a transfer does; a part of a group becomes `newId`. */
  async give(ticketId: string, newId: string): Promise<void> {
    const { db, clock } = this.deps;
    await inTransaction(db, (trx) =>
      moveSeats(trx, { ticketId, from: 'a0', to: 'a1', now: clock() }, () => newId),
    );
  }
}
