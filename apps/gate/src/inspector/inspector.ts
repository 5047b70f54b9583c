// An inspector's device: the lists that it took along, who was seen, and what a code is. The gate below it keeps the keys and the time. Nothing is reported.
import type { DataOf } from '@kippu/contract/route-types';
import { inspectorSeats, inspectorTrains } from '@kippu/contract/routes/gate/inspect';
import type { GateMachine } from '../core/gate-machine.ts';
import type { OnBoard } from '../core/check-on-board.ts';
import { RepeatFilter } from '../core/repeat-filter.ts';
import { callerOf } from '../storage/gate-database.ts';
import { GateCallError, type CallServer } from '../sync/call-server.ts';
import { troubleOf, type Trouble } from '../text/refusals.ts';
import type { InspectorDatabase, Seen, Taken } from './inspector-database.ts';
import {
  ageOf,
  hasEnded,
  legAt,
  legsOf,
  seatKey,
  seatTag,
  standingOf,
  type ListedSeat,
  type SeatList,
  type Standing,
} from './seat-list.ts';

/** A list in use is fetched again this often while there is a network. */
const REFRESH_MS = 120_000;
/** An inspector works a few trains a day. The oldest list makes room. */
const MAX_LISTS = 12;

type TrainChoice = DataOf<typeof inspectorTrains>;

/** What a code is, and what the list says of it. */
export interface Finding {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** `good`: genuine, and all fits. `look`: genuine, but look at it. `bad`: not valid. */
  readonly kind: 'good' | 'look' | 'bad';
  readonly check: OnBoard;
  /** Null for a code that is not valid. */
  readonly standing: Standing | null;
  /** When one of its seats was ticked before, epoch milliseconds. */
  readonly seenBefore: number | null;
}

export interface InspectorView {
  /** The lists on the device, the earliest train first. */
  readonly taken: readonly Taken[];
  /** The train that is being inspected. */
  readonly current: Taken | null;
  /** The number of the leg that is looked at, and whether it follows the time. */
  readonly leg: number;
  readonly follows: boolean;
  readonly finding: Finding | null;
  readonly trains: TrainChoice | null;
  /** What is being fetched: the trains of a day, or the list of a departure. */
  readonly busy: 'trains' | string | null;
  /** Why the last fetch failed; `gone`: the train does not run, or its list has ended. */
  readonly trouble: Trouble | 'gone' | null;
}

interface Ports {
  readonly machine: Pick<GateMachine, 'view' | 'inspect'>;
  readonly database: InspectorDatabase;
  readonly call: CallServer;
  readonly steady: () => number;
  readonly sound: (kind: 'go' | 'stop' | 'staff') => void;
}

const TONE = { good: 'go', look: 'staff', bad: 'stop' } as const;
const GOOD: ReadonlySet<Standing['kind']> = new Set(['noList', 'here', 'noSeat']);

const byDeparture = (a: Taken, b: Taken): number => {
  const at = ({ list: { stops } }: Taken) => stops[0]?.departAt ?? '';
  return at(a) < at(b) ? -1 : 1;
};

export class Inspector {
  readonly #ports: Ports;
  readonly #listeners = new Set<() => void>();
  #filter = new RepeatFilter();
  #findings = 0;
  #triedAt = Number.NEGATIVE_INFINITY;
  #view: InspectorView = {
    taken: [],
    current: null,
    leg: 0,
    follows: true,
    finding: null,
    trains: null,
    busy: null,
    trouble: null,
  };

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  readonly view = (): InspectorView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the lists on the device. Rejects with storage errors. */
  async start(): Promise<void> {
    const { taken, chosen } = await this.#ports.database.load();
    this.#put(taken.toSorted(byDeparture), chosen);
    await this.#dropEnded();
  }

  /** Updates what depends on the time, and fetches the list again when it is old and there is a network. Call it each second. */
  async tick(): Promise<void> {
    const { halt } = this.#ports.machine.view();
    // Closed at the desk, for example because it was lost: it keeps nothing.
    if (halt?.kind === 'closed' && this.#view.taken.length > 0) return this.erase();
    await this.#dropEnded();
    const { current, follows, busy } = this.#view;
    if (!current) return;
    if (follows) this.#follow();
    const { steady, machine } = this.#ports;
    const isDue = ageOf(current.list, this.#now()) >= REFRESH_MS && steady() - this.#triedAt >= REFRESH_MS;
    if (isDue && busy === null && machine.view().trouble === null) await this.refresh();
  }

  /** Reads a code. The same showing is read once. Returns whether it was read: not while the clock or the keys are unknown. */
  async read(seen: string): Promise<boolean> {
    if (!this.#filter.isNew(seen, this.#ports.steady())) return false;
    const check = this.#ports.machine.inspect(seen);
    if (!check) return false;
    const { current, leg } = this.#view;
    const list = current?.list ?? null;
    let standing: Standing | null = null;
    if (check.ok) {
      this.#filter.opened(seen);
      const { ticketId, seat = null } = check.certificate;
      const tag = list ? await seatTag(list.departureId, ticketId) : '';
      standing = standingOf(list, list ? legsOf(list)[leg] : undefined, { tag, seat });
    }
    const seats = standing && 'seats' in standing ? standing.seats : [];
    const before = seats.flatMap((each) => current?.seen[seatKey(each)] ?? []);
    const kind = !standing ? 'bad' : GOOD.has(standing.kind) ? 'good' : 'look';
    this.#findings += 1;
    const at = this.#now();
    const seenBefore = before.length > 0 ? Math.min(...before) : null;
    this.#show({ finding: { id: this.#findings, at, kind, check, standing, seenBefore } });
    this.#ports.sound(TONE[kind]);
    // A passenger seen there on another leg was not seen on this one.
    if (list && (standing?.kind === 'here' || standing?.kind === 'lostCar'))
      await this.#tickSeats(list.departureId, seats, at);
    return true;
  }

  clearFinding(): void {
    this.#show({ finding: null });
  }

  /** Ticks a seat whose passenger was seen, or takes the tick back. */
  async toggle(seat: ListedSeat): Promise<void> {
    const { current } = this.#view;
    if (!current) return;
    const { departureId } = current.list;
    const { [seatKey(seat)]: at, ...others } = current.seen;
    await (at === undefined
      ? this.#tickSeats(departureId, [seat], this.#now())
      : this.#saveSeen(departureId, others));
  }

  /** Looks at the leg before or after this one. */
  step(by: 1 | -1): void {
    const { current, leg } = this.#view;
    const last = current ? legsOf(current.list).length - 1 : 0;
    this.#show({ leg: Math.min(Math.max(leg + by, 0), Math.max(last, 0)), follows: false });
  }

  /** Looks at the leg on which the train is now, and goes on with it. */
  followTime(): void {
    this.#show({ follows: true });
    this.#follow();
  }

  /** Fetches the trains of a date. */
  async loadTrains(date: string): Promise<void> {
    await this.#fetch('trains', async (call, caller) => {
      this.#show({ trains: await call(inspectorTrains, { caller, query: { date } }) });
    });
  }

  /** Takes the list of a departure along, and inspects that train. Returns whether it could be fetched and kept. */
  async takeAlong(departureId: string): Promise<boolean> {
    const isTaken = await this.#fetch(departureId, async (call, caller) => {
      const list = await call(inspectorSeats, { caller, query: { departureId } });
      await this.#keep(list);
    });
    if (isTaken) await this.choose(departureId);
    return isTaken;
  }

  /** Fetches the list of this train again. The ticks stay. */
  async refresh(): Promise<void> {
    const { current } = this.#view;
    if (!current) return;
    this.#triedAt = this.#ports.steady();
    const { departureId } = current.list;
    await this.#fetch(departureId, async (call, caller) => {
      await this.#keep(await call(inspectorSeats, { caller, query: { departureId } }));
    });
  }

  /** Inspects a train whose list is on the device. */
  async choose(departureId: string): Promise<void> {
    this.#filter = new RepeatFilter();
    this.#put(this.#view.taken, departureId);
    this.#show({ finding: null, follows: true });
    this.#follow();
    await this.#ports.database.saveChosen(departureId);
  }

  /** Deletes all lists and ticks. */
  async erase(): Promise<void> {
    await this.#ports.database.erase();
    this.#put([], null);
    this.#show({ finding: null, trains: null, trouble: null });
  }

  #now(): number {
    return this.#ports.machine.view().now;
  }

  #follow(): void {
    const { current } = this.#view;
    if (!current) return;
    const leg = legAt(current.list, this.#now());
    if (leg !== this.#view.leg) this.#show({ leg });
  }

  async #dropEnded(): Promise<void> {
    const now = this.#now();
    const ended = this.#view.taken.filter(({ list }) => hasEnded(list, now));
    if (ended.length === 0 || now === 0) return;
    const kept = this.#view.taken.filter((each) => !ended.includes(each));
    this.#put(kept, this.#view.current?.list.departureId ?? null);
    for (const { list } of ended) await this.#ports.database.drop(list.departureId);
  }

  async #tickSeats(departureId: string, seats: readonly ListedSeat[], at: number): Promise<void> {
    const ticked = this.#view.taken.find(({ list }) => list.departureId === departureId);
    if (!ticked) return;
    // The first time counts.
    const fresh = Object.fromEntries(seats.map((seat) => [seatKey(seat), at]));
    await this.#saveSeen(departureId, { ...fresh, ...ticked.seen });
  }

  async #saveSeen(departureId: string, seen: Seen): Promise<void> {
    const { current, taken } = this.#view;
    this.#put(
      taken.map((each) => (each.list.departureId === departureId ? { ...each, seen } : each)),
      current?.list.departureId ?? null,
    );
    try {
      await this.#ports.database.saveSeen(departureId, seen);
    } catch (error) {
      // The tick is on the screen, but a reload would lose it.
      console.error(error);
      this.#show({ trouble: 'storage' });
    }
  }

  async #keep(list: SeatList): Promise<void> {
    await this.#ports.database.saveList(list);
    // Read afterwards: a seat may have been ticked and a train chosen meanwhile.
    const { taken, current } = this.#view;
    const seen = taken.find((each) => each.list.departureId === list.departureId)?.seen ?? {};
    const others = taken.filter((each) => each.list.departureId !== list.departureId);
    const old = others.toSorted(byDeparture).slice(0, Math.max(0, others.length + 1 - MAX_LISTS));
    const kept = [...others.filter((each) => !old.includes(each)), { list, seen }].toSorted(byDeparture);
    this.#put(kept, current?.list.departureId ?? null);
    for (const each of old) await this.#ports.database.drop(each.list.departureId);
  }

  async #fetch(
    busy: string,
    work: (call: CallServer, caller: ReturnType<typeof callerOf>) => Promise<void>,
  ): Promise<boolean> {
    const { settings } = this.#ports.machine.view();
    if (!settings) return false;
    this.#show({ busy, trouble: null });
    try {
      await work(this.#ports.call, callerOf(settings));
      this.#show({ busy: null });
      return true;
    } catch (error) {
      const isGone = error instanceof GateCallError && error.code === 'SEAT-0013';
      if (!isGone && !(error instanceof GateCallError)) console.error(error);
      this.#show({ busy: null, trouble: isGone ? 'gone' : troubleOf(error) });
      return false;
    }
  }

  #put(taken: readonly Taken[], departureId: string | null): void {
    const current = taken.find(({ list }) => list.departureId === departureId) ?? null;
    const legs = current ? legsOf(current.list).length : 0;
    this.#show({ taken, current, leg: Math.min(this.#view.leg, Math.max(legs - 1, 0)) });
  }

  #show(change: Partial<InspectorView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
