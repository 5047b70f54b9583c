// The gate itself: reads, decides, records, syncs; the screens only show it.
import type { GateCode, GateEvent } from '@kippu/contract/gate';
import type { Certificate } from '@kippu/ticket-code/certificate-payload';
import { decideCode, type Decision } from '@kippu/ticket-code/decide-code';
import { base64urlOf } from './base64url.ts';
import { CallError } from './call-server.ts';
import { enrolDevice, type Enrolment } from './enrol-device.ts';
import { GateClock } from './gate-clock.ts';
import type { GateSettings, PassageRecord } from './gate-database.ts';
import { GateKnowledge } from './gate-knowledge.ts';
import { GateSync, syncOnce, type State } from './gate-sync.ts';
import { addCount, EMPTY_DAY, START_VIEW, waysOf, type GateView, type Shown } from './gate-view.ts';
import type { MachinePorts, StaffAct } from './machine-ports.ts';
import { Journal } from './journal.ts';
import { RepeatFilter } from './repeat-filter.ts';
import { SecondOpinion, type Objection } from './second-opinion.ts';
import { NO_TRIES, PinLock, type PinTries } from './staff-pin.ts';
import { HEADLINE, reasonText, skewWarning, text, type Halt, type Text, type Why } from './texts.ts';
import { dateOf, wallOf } from './tokyo-time.ts';

const NOTHING_TOLD = { told: null, revoked: [], passed: [] };
const RECENT_MOST = 6;
const KEEP_CLOCK_MS = 30_000;
/** No certificate and no ticket of one journey outlives this. */
const FORGET_PASSED_SECONDS = 40 * 86_400;

export class GateMachine {
  readonly #ports: MachinePorts;
  readonly #listeners = new Set<() => void>();
  readonly #filter = new RepeatFilter();
  readonly #second: SecondOpinion;
  #view: GateView = START_VIEW;
  #clock: GateClock;
  #knowledge = new GateKnowledge(NOTHING_TOLD);
  #lock: PinLock | null = null;
  #sync: GateSync | null = null;
  readonly #journal: Journal;
  #tries: PinTries = NO_TRIES;
  #closed = false;
  #clockKeptAt = 0;
  #shown = 0;

  constructor(ports: MachinePorts) {
    this.#ports = ports;
    this.#second = new SecondOpinion(ports.call);
    this.#clock = new GateClock(ports);
    this.#journal = new Journal(() => this.#show({ halt: this.#halt() }));
  }

  readonly view = (): GateView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads what the device kept and, when it is enrolled, opens. Rejects with what the storage throws. */
  async start(): Promise<void> {
    const kept = await this.#ports.database.load();
    this.#clock = new GateClock(this.#ports, kept.clock ?? undefined);
    this.#knowledge = new GateKnowledge(kept);
    this.#tries = kept.tries ?? NO_TRIES;
    const day = dateOf(this.#clock.now());
    const count = kept.counts.find((each) => each.date === day) ?? EMPTY_DAY(day);
    const syncedAt = kept.clock?.checkedAt ?? null;
    this.#show({ queued: kept.queued, stuck: kept.stuck, count, syncedAt, now: this.#clock.now() });
    if (!kept.settings) return this.#show({ phase: 'enrol' });
    this.#open(kept.settings);
    const old = this.#knowledge.passed.forgetBefore(this.#clock.now() / 1000 - FORGET_PASSED_SECONDS);
    if (old.length > 0) await this.#ports.database.forgetPassed(old);
  }

  /** Spends the code and sets the gate up. Rejects as enrolDevice. */
  async enrol(input: Enrolment): Promise<void> {
    const settings = await enrolDevice(this.#ports, input);
    this.#closed = false;
    this.#tries = NO_TRIES;
    this.#open(settings);
    this.#show(await this.#ports.database.waiting());
  }

  /** Changes what staff may change. Throws RangeError for a direction that the gate was not enrolled for. */
  async change(change: Partial<Pick<GateSettings, 'direction' | 'camera'>>): Promise<void> {
    const { settings } = this.#view;
    if (!settings) return;
    if (change.direction && !waysOf(settings.allowed).includes(change.direction))
      throw new RangeError('this gate is not enrolled for that direction');
    const next = { ...settings, ...change };
    await this.#ports.database.saveSettings(next);
    this.#show({ settings: next });
  }

  /**
   * Forgets everything, for a gate that goes elsewhere. Refuses (false) while events wait to be sent, unless the gate was
   * closed: then nothing is forgotten, and what waits is sent once it is enrolled anew.
   */
  async leave(): Promise<boolean> {
    const waits = this.#view.queued > 0 || this.#journal.failing;
    if (waits && !this.#closed) return false;
    this.#sync?.stop();
    if (!waits) {
      await this.#ports.database.erase();
      this.#knowledge = new GateKnowledge(NOTHING_TOLD);
    }
    const { count } = waits ? this.#view : START_VIEW;
    this.#view = { ...START_VIEW, phase: 'enrol', count, now: this.#clock.now() };
    this.#show({});
    return true;
  }

  tryPin(pin: string): Promise<'right' | 'wrong' | number> {
    return this.#lock ? this.#lock.try(pin, this.#ports.wall()) : Promise.resolve('wrong');
  }

  /** Call it each second. */
  tick(): void {
    this.#clock.tick();
    const now = this.#clock.now();
    const day = dateOf(now);
    const count = this.#view.count.date === day ? this.#view.count : EMPTY_DAY(day);
    if (this.#view.phase === 'ready') this.#show({ now, count, halt: this.#halt() });
    else this.#show({ now });
    void this.#journal.retry();
    if (this.#ports.steady() - this.#clockKeptAt >= KEEP_CLOCK_MS) this.#keepClock();
  }

  /** Takes what a camera or a scanner read, any number of times. Without a network the verdict is there at once. */
  async read(seen: string): Promise<void> {
    if (this.#view.phase !== 'ready' || this.#halt() !== null || this.#second.holds(seen)) return;
    if (!this.#filter.isNew(seen, this.#ports.steady())) return;
    this.#clock.tick();
    try {
      await this.#judge(seen, this.#clock.now());
    } finally {
      const next = this.#second.release();
      if (next !== null) await this.read(next);
    }
  }

  /** Records what staff do by hand; they have given their PIN. */
  act({ code, ticket, reason }: StaffAct): void {
    const now = this.#clock.now();
    const certificate = 'certificate' in ticket ? ticket.certificate : null;
    const direction = code === 31 ? 'in' : 'out';
    const named = 'certificate' in ticket ? { ticketId: ticket.certificate.ticketId } : ticket;
    const single = certificate !== null && this.#knowledge.isSingle(certificate.productId);
    const passed =
      certificate && this.#knowledge.note(certificate.ticketId, direction, Math.floor(now / 1000), single);
    this.#say('go', text('係員が通しました', 'Passed by staff'), certificate, now);
    this.#count(code > 32 ? { forced: 1 } : direction === 'in' ? { in: 1 } : { out: 1 });
    this.#record({
      event: this.#event(code, now, { ...named, certificate: '', reason }),
      passed: certificate && passed ? [certificate.ticketId, passed] : null,
      count: this.#view.count,
    });
  }

  clearVerdict(id: number): void {
    if (this.#view.verdict?.id === id) this.#show({ verdict: null });
  }

  syncNow(): void {
    this.#sync?.poke();
  }

  /** One round of syncing; the loop calls it, and so do tests. */
  async syncRound(): Promise<void> {
    const { settings } = this.#view;
    if (!settings) return;
    const { database, call, steady } = this.#ports;
    try {
      await syncOnce({
        ...{ call, database, steady, key: settings.key },
        since: () => this.#knowledge.since,
        learn: (state, roundTripMs) => this.#learn(state, roundTripMs),
      });
      this.#closed = false;
      this.#second.reached();
      this.#show({ online: true, syncedAt: this.#clock.now() });
    } catch (error) {
      if (error instanceof CallError && error.kind === 'closed') this.#closed = true;
      this.#show({ online: error instanceof CallError && error.kind === 'busy' });
      throw error;
    } finally {
      this.#show({ ...(await database.waiting()), halt: this.#halt() });
    }
  }

  #open(settings: GateSettings): void {
    this.#lock = new PinLock(settings.pin, this.#tries, (tries) => {
      this.#tries = tries;
      this.#journal.write('tries', () => this.#ports.database.saveTries(tries));
    });
    this.#show({ phase: 'ready', settings, halt: this.#halt() });
    this.#sync?.stop();
    this.#sync = new GateSync(
      () => this.syncRound(),
      (error) => {
        // What is not the network's doing must be seen by whoever looks into the device.
        if (error !== null && !(error instanceof CallError)) console.error(error);
      },
    );
    if (this.#ports.keepSyncing) this.#sync.poke();
  }

  async #learn(state: State, roundTripMs: number): Promise<void> {
    this.#clock.check(state.serverNow, roundTripMs);
    this.#keepClock();
    const { told, revoked, passed } = this.#knowledge.learn(state);
    await this.#ports.database.saveTold(told, revoked, passed);
  }

  #halt(): Halt | null {
    if (this.#closed) return { kind: 'closed' };
    if (this.#journal.failing) return { kind: 'storage' };
    const clock = this.#clock.problem();
    if (clock) return clock;
    return this.#knowledge.hasKey(this.#clock.now()) ? null : { kind: 'keys' };
  }

  async #judge(seen: string, now: number): Promise<void> {
    const { settings, online } = this.#view;
    if (!settings) return;
    const decide = (by: GateSettings) => decideCode(seen, this.#knowledge.at(by), now);
    const [first, version] = [decide(settings), this.#knowledge.version];
    if (first.kind !== 'go' || !online) return this.#conclude(seen, first, now);
    const said = await this.#second.ask(seen, settings);
    if (said === 'closed') this.#closed = true;
    const { settings: still } = this.#view;
    if (!still) return;
    const halt = this.#halt();
    if (halt !== null) return this.#show({ halt });
    if (said !== null && said !== 'closed') return this.#refuse(said, first.certificate, now);
    // A round of syncing or staff may have come between; both signatures are not checked again for nothing.
    const same = still === settings && version === this.#knowledge.version;
    this.#conclude(seen, same ? first : decide(still), now);
  }

  #conclude(seen: string, decision: Decision, now: number): void {
    if (decision.kind !== 'go') return this.#refuse(decision, decision.certificate ?? null, now);
    const { certificate, certificateBytes, direction, single, skewSeconds } = decision;
    const { ticketId } = certificate;
    this.#filter.opened(seen);
    const passed = this.#knowledge.note(ticketId, direction, Math.floor(now / 1000), single);
    this.#say('go', skewWarning(skewSeconds), certificate, now);
    this.#count(direction === 'in' ? { in: 1 } : { out: 1 });
    this.#record({
      event: this.#event(direction === 'in' ? 31 : 32, now, {
        ticketId,
        certificate: base64urlOf(certificateBytes),
      }),
      passed: [ticketId, passed],
      count: this.#view.count,
    });
  }

  #event(
    code: GateCode,
    now: number,
    more: Pick<GateEvent, 'certificate'> & Partial<Pick<GateEvent, 'ticketId' | 'ticketNo' | 'reason'>>,
  ): GateEvent {
    return { eventId: crypto.randomUUID(), code, at: wallOf(now), ...more };
  }

  #say(kind: Shown['kind'], reason: Text | null, certificate: Certificate | null, at: number): void {
    this.#shown += 1;
    const shown = { id: this.#shown, kind, at, headline: HEADLINE[kind], reason, certificate };
    this.#ports.sound(kind);
    this.#show({ verdict: shown, recent: [shown, ...this.#view.recent].slice(0, RECENT_MOST) });
  }

  #refuse(why: Pick<Objection, 'kind' | 'reason'> & Why, certificate: Certificate | null, at: number): void {
    this.#say(why.kind, reasonText(why.reason, why, at), certificate, at);
    this.#count({ stopped: 1 });
    this.#journal.write('count', () => this.#ports.database.saveCount(this.#view.count));
  }

  #count(more: Parameters<typeof addCount>[1]): void {
    this.#show({ count: addCount(this.#view.count, more) });
  }

  #record(record: PassageRecord): void {
    this.#show({ queued: this.#view.queued + 1 });
    this.#journal.write(record.event.eventId, async () => {
      await this.#ports.database.savePassage(record);
      if (this.#ports.keepSyncing) this.#sync?.poke();
    });
  }

  #keepClock(): void {
    const record = this.#clock.record();
    this.#clockKeptAt = this.#ports.steady();
    if (record) this.#journal.write('clock', () => this.#ports.database.saveClock(record));
  }

  #show(change: Partial<GateView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
