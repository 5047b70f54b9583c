// A server whose timetable changes while it runs, with its travellers, for tests.
import type { FastifyInstance } from 'fastify';
import type { FeedEffects } from '@kippu/contract/calls/desk/timetable';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { LiveLayer, LiveSource } from '@kippu/domain/live/live-train';
import { inTransaction } from '../../src/platform/db/database.ts';
import { byTimetable, momentOf, type Moment } from '../../src/platform/live/late-trains.ts';
import { emptyTables } from '../test-database.ts';
import { openTestDeps, type TestDeps } from '../app-context.ts';
import { LiveServer } from './live-server.ts';
import { moveSeats } from '../../src/reservation/store/move-seats-store.ts';
import { operatorOf } from '../../src/platform/operator/operator-data.ts';
import { describeNewest } from '../../src/platform/operator/generation-store.ts';
import { followTickets } from '../../src/reservation/disruption/follow-tickets.ts';
import { feedEffects } from '../../src/reservation/disruption/feed-effects.ts';
import { replacementsOf } from '../../src/reservation/timetable/publish-timetable.ts';
import { newerFeed, type Feed } from './feed.ts';
import { seatClient, seedSeats, type SeatClient } from './seat-client.ts';

const START = Date.parse('2026-04-01T09:00:00+09:00');

export class FeedScenario {
  readonly deps: TestDeps;
  private server: LiveServer | undefined;
  private travellers: { me: SeatClient; other: SeatClient } | undefined;

  private constructor(deps: TestDeps) {
    this.deps = deps;
  }

  static async open(): Promise<FeedScenario> {
    return new FeedScenario(await openTestDeps(START));
  }

  /** Resets to 1 April 09:00, without reservations, with the original timetable. */
  async reset(): Promise<void> {
    this.deps.advance(START - this.deps.clock());
    await emptyTables(this.deps.db);
    await seedSeats(this.deps.db, this.deps.operator, START);
    await this.server?.close();
    this.server = await LiveServer.open(this.deps);
    // As on most days: all reservations have followed the timetable.
    await this.server.follow();
    await this.logIn(this.server.app);
  }

  async close(): Promise<void> {
    await this.server?.close();
    await this.deps.close();
  }

  /** The accounts `a0` and `a1`. */
  get who(): { me: SeatClient; other: SeatClient } {
    if (!this.travellers) throw new Error('not started');
    return this.travellers;
  }

  /** Brings a timetable into effect and moves all reservations to it. Returns the number of disrupted ones. */
  async start(feed: Feed): Promise<number> {
    if (!this.server) throw new Error('not started');
    await this.server.publish(await newerFeed(feed, this.deps.config.operatorDir));
    return this.server.follow();
  }

  /** A source says something of a train, or nothing any more, and reservations follow. Returns the number of disrupted ones. */
  async say(source: LiveSource, departureId: string, layer: Omit<LiveLayer, 'asOf'> | null): Promise<number> {
    await this.sayOnly(source, departureId, layer);
    return this.moveLive();
  }

  /** As say, but no reservation follows. */
  async sayOnly(
    source: LiveSource,
    departureId: string,
    layer: Omit<LiveLayer, 'asOf'> | null,
  ): Promise<void> {
    if (!this.server) throw new Error('not started');
    await this.server.say(source, departureId, layer);
  }

  /** Lets reservations follow what sources said. Returns the number of disrupted ones. */
  async moveLive(): Promise<number> {
    if (!this.server) throw new Error('not started');
    return this.server.moveLive();
  }

  /** The moment at which calls work now. */
  moment(): Moment {
    if (!this.server) throw new Error('not started');
    return momentOf(this.server.timetable.current.operator, this.deps.clock());
  }

  /** Lets seats follow their tickets that stayed behind on a train which is late after all. */
  async followTickets(): Promise<void> {
    if (!this.server) throw new Error('not started');
    await followTickets(this.deps.db, this.server.timetable.current, this.deps.clock());
  }

  /** Previews a timetable. */
  async preview(feed: Feed, db = this.deps.db): Promise<FeedEffects> {
    const { server } = this;
    if (!server) throw new Error('not started');
    const { clock, config } = this.deps;
    const { parts } = await newerFeed(feed, config.operatorDir);
    const old = server.timetable.current.operator;
    return inTransaction(db, async (trx) => {
      const before = (await describeNewest(trx))?.replacements ?? {};
      const replacements = new Map(Object.entries(await replacementsOf(trx, parts, before, clock())));
      const next = operatorOf(parts, { ...old.former, replacements });
      return feedEffects(trx, { old, next }, clock());
    });
  }

  /** Sets the clock to a time of 1 April. Both travellers log in again. */
  async waitUntil(time: string): Promise<void> {
    this.deps.advance(Date.parse(`2026-04-01T${time}+09:00`) - this.deps.clock());
    if (this.server) await this.logIn(this.server.app);
  }

  private async logIn(app: FastifyInstance): Promise<void> {
    const { db, clock } = this.deps;
    this.travellers = {
      me: await seatClient(app, db, 'a0', clock()),
      other: await seatClient(app, db, 'a1', clock()),
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

  /** The recorded disruptions, sorted; closed ones in brackets. */
  async kinds(): Promise<string[]> {
    const rows = await this.deps.db.selectFrom('disruption').select(['kind', 'settled_at']).execute();
    return rows.map(({ kind, settled_at }) => (settled_at ? `(${kind})` : kind)).toSorted();
  }

  /** The taken legs, such as '4-4A/0'. */
  async legs(): Promise<string[]> {
    const rows = await this.deps.db.selectFrom('seat_leg').selectAll().execute();
    return rows.map((row) => `${row.seat}/${row.leg}`).toSorted();
  }

  /** Transfers the seats of a ticket from `a0` to `a1`. A part of a group becomes `newId`. */
  async give(ticketId: string, newId: string): Promise<void> {
    const { db, clock } = this.deps;
    await inTransaction(db, (trx) =>
      moveSeats(
        trx,
        { ticketIds: [ticketId], from: 'a0', to: 'a1', moment: byTimetable(clock()) },
        () => newId,
      ),
    );
  }
}
