// The gate: it reads, decides, records and syncs. The screens only show its state.
import type { GateCode, GateEvent } from '@kippu/contract/calls/gate/gate';
import type { Certificate } from '@kippu/ticket-code/certificate/payload';
import { decideCode, type Decision } from '@kippu/ticket-code/decide/decide-code';
import type { Direction } from '@kippu/ticket-code/code/moment';
import type { Passed } from '@kippu/ticket-code/decide/passed-tickets';
import { momentBytesOf } from '@kippu/ticket-code/code/text';
import { base64urlOf } from '@kippu/client/base64url';
import { enrolDevice, type Enrolment } from '../sync/enrol-device.ts';
import { checkOnBoard, type OnBoard } from './check-on-board.ts';
import { GateClock } from './gate-clock.ts';
import { leftOf, type GateSettings, type Loaded, type PassageRecord } from '../storage/gate-database.ts';
import { GateKnowledge } from './gate-knowledge.ts';
import { GateSync, syncOnce, type State } from '../sync/gate-sync.ts';
import { addCount, EMPTY_DAY, START_VIEW, directionsOf, type GateView, type Shown } from './gate-view.ts';
import type { MachinePorts, StaffAct } from './machine-ports.ts';
import { Journal } from '../storage/journal.ts';
import { isOfDevice, troubleOf } from '../text/refusals.ts';
import { RepeatFilter } from './repeat-filter.ts';
import { SecondOpinion, type Objection } from './second-opinion.ts';
import { NO_TRIES, PinLock, type PinTries } from '../storage/staff-pin.ts';
import { HEADLINE, reasonText, skewWarning, text, type Halt, type Why } from '../text/texts.ts';
import { dateAt, epochToWall } from '@kippu/domain/time/service-day';

const NOTHING_KNOWN = { known: null, revoked: [], passed: [] };
const MAX_RECENT = 6;
const KEEP_CLOCK_MS = 30_000;
/** No certificate and no single-journey ticket is valid for longer than this. */
const FORGET_PASSED_SECONDS = 40 * 86_400;

/** The phone's signature in a code, with which the gate proves to the server that the phone was there. */
function momentOf(seen: string): Pick<GateEvent, 'moment'> {
  const bytes = momentBytesOf(seen);
  return bytes ? { moment: base64urlOf(bytes) } : {};
}

export class GateMachine {
  readonly #ports: MachinePorts;
  readonly #listeners = new Set<() => void>();
  #filter = new RepeatFilter();
  #second: SecondOpinion;
  #view: GateView = START_VIEW;
  #clock: GateClock;
  #knowledge = new GateKnowledge(NOTHING_KNOWN);
  #lock: PinLock | null = null;
  #sync: GateSync | null = null;
  readonly #journal: Journal;
  #tries: PinTries = NO_TRIES;
  #closed = false;
  /** Increases when an enrolment ends. Results of work started in an earlier enrolment are ignored. */
  #enrolment = 0;
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

  /** Loads the saved data and opens the gate if it is enrolled. Rejects with storage errors. */
  async start(): Promise<void> {
    const saved = await this.#ports.database.load();
    this.#clock = new GateClock(this.#ports, saved.clock ?? undefined);
    this.#recall(saved);
    this.#show({ syncedAt: saved.clock?.checkedAt ?? null, now: this.#clock.now() });
    if (!saved.settings) return this.#show({ phase: 'enrol' });
    this.#open(saved.settings);
    const old = this.#knowledge.passed.forgetBefore(this.#clock.now() / 1000 - FORGET_PASSED_SECONDS);
    if (old.length > 0) await this.#ports.database.forgetPassed(old);
  }

  /** Enrols the gate with a one-time code. Rejects as enrolDevice does. */
  async enrol(input: Enrolment): Promise<void> {
    const settings = await enrolDevice(this.#ports, input);
    this.#recall(await this.#ports.database.load());
    this.#open(settings);
  }

  /**
   * Changes the settings that staff may change. Throws RangeError for a direction that the gate is not enrolled for.
   */
  async change(change: Partial<Pick<GateSettings, 'direction' | 'camera'>>): Promise<void> {
    const { settings } = this.#view;
    if (!settings) return;
    if (change.direction && !directionsOf(settings.allowed).includes(change.direction))
      throw new RangeError('this gate is not enrolled for that direction');
    const next = { ...settings, ...change };
    await this.#ports.database.saveSettings(next);
    this.#show({ settings: next });
  }

  /**
   * Returns the events that were set aside, oldest first. The server never accepts them; staff report them to the desk.
   */
  readonly setAside = (): Promise<readonly GateEvent[]> => this.#ports.database.setAsideEvents();

  /** Whether a passage is in memory only, so that closing the page would lose it. */
  get unwritten(): boolean {
    return this.#journal.unwritten;
  }

  /**
   * Ends the enrolment and erases the device. Returns false, and changes nothing, while data is unwritten or events
   * wait to be sent. A gate that the desk has closed can no longer send. It keeps its waiting events for the next
   * enrolment, and deletes its keys and PIN. Rejects with storage errors; the gate then continues.
   */
  async leave(): Promise<boolean> {
    await this.#journal.settled();
    if (this.#journal.unwritten) return false;
    const { queued } = await this.#ports.database.waiting();
    const waits = queued > 0;
    if (waits && !this.#closed) return false;
    const { settings } = this.#view;
    this.#enrolment += 1;
    this.#sync?.stop();
    try {
      await (waits && settings
        ? this.#ports.database.retire(leftOf(settings))
        : this.#ports.database.erase());
    } catch (error) {
      if (settings) this.#open(settings);
      throw error;
    }
    this.#forget();
    return true;
  }

  /** Clears the enrolment from memory: keys, PIN, tickets and names. */
  #forget(): void {
    this.#lock = this.#sync = null;
    this.#closed = false;
    this.#tries = NO_TRIES;
    this.#knowledge = new GateKnowledge(NOTHING_KNOWN);
    this.#filter = new RepeatFilter();
    this.#second = new SecondOpinion(this.#ports.call);
    this.#view = { ...START_VIEW, phase: 'enrol', now: this.#clock.now() };
    this.#show({});
  }

  /** Restores the saved data. */
  #recall(saved: Loaded): void {
    this.#knowledge = new GateKnowledge(saved);
    this.#tries = saved.tries ?? NO_TRIES;
    const day = dateAt(this.#clock.now());
    const count = saved.counts.find((each) => each.date === day) ?? EMPTY_DAY(day);
    this.#show({ queued: saved.queued, stuck: saved.stuck, count });
  }

  /** Whether this device lets passengers pass. An inspector's never does. */
  get #opensGates(): boolean {
    return this.#view.phase === 'ready' && this.#view.settings?.inspects !== true;
  }

  tryPin(pin: string): Promise<'right' | 'wrong' | number> {
    return this.#lock ? this.#lock.try(pin, this.#ports.wall()) : Promise.resolve('wrong');
  }

  /** Updates the time-dependent state. Call it each second. */
  tick(): void {
    this.#clock.tick();
    const now = this.#clock.now();
    const day = dateAt(now);
    const count = this.#view.count.date === day ? this.#view.count : EMPTY_DAY(day);
    if (this.#view.phase === 'ready') this.#show({ now, count, halt: this.#halt() });
    else this.#show({ now });
    void this.#journal.retry();
    if (this.#ports.steady() - this.#clockKeptAt >= KEEP_CLOCK_MS) this.#keepClock();
  }

  /**
   * Handles a text from a camera or scanner. Repeated reads are ignored. Without a network the verdict is shown at
   * once.
   */
  async read(seen: string): Promise<void> {
    if (!this.#opensGates || this.#halt() !== null || this.#second.holds(seen)) return;
    if (!this.#filter.isNew(seen, this.#ports.steady())) return;
    this.#clock.tick();
    try {
      await this.#judge(seen, this.#clock.now());
    } finally {
      const next = this.#second.release();
      if (next !== null) await this.read(next);
    }
  }

  /** Records a staff action. The caller has checked the PIN. */
  act({ code, ticket, reason }: StaffAct): void {
    if (!this.#opensGates) return;
    const now = this.#clock.now();
    const certificate = 'certificate' in ticket ? ticket.certificate : null;
    const direction = code === 31 ? 'in' : 'out';
    const named = 'certificate' in ticket ? { ticketId: ticket.certificate.ticketId } : ticket;
    const single = certificate !== null && this.#knowledge.isSingle(certificate.productId);
    const passed = certificate && this.#note(certificate.ticketId, direction, now, single);
    this.#say('go', { reason: text('係員が通しました', 'Passed by staff'), certificate, direction }, now);
    this.#count(code > 32 ? { forced: 1 } : direction === 'in' ? { in: 1 } : { out: 1 });
    this.#record({
      event: this.#event(code, now, { ...named, certificate: '', reason }),
      passed: certificate && passed ? [certificate.ticketId, passed] : null,
      count: this.#view.count,
    });
  }

  /**
   * Returns what a code is, for an inspector on board. Uses nothing up and records nothing. Null while this device cannot know: its clock or keys are
   * not right, or it is no longer enrolled.
   */
  readonly inspect = (seen: string): OnBoard | null => {
    const { settings } = this.#view;
    this.#clock.tick();
    if (!settings || this.#halt() !== null) return null;
    return checkOnBoard(seen, this.#knowledge.at(settings), this.#clock.now());
  };

  clearVerdict(id: number): void {
    if (this.#view.verdict?.id === id) this.#show({ verdict: null });
  }

  syncNow(): void {
    this.#sync?.poke();
  }

  /** Runs one sync round, after `failures` failed ones. The sync loop and tests call it. */
  async syncRound(failures = 0): Promise<void> {
    const { settings } = this.#view;
    if (!settings) return;
    const { database, call, steady } = this.#ports;
    const enrolment = this.#enrolment;
    const isOver = () => enrolment !== this.#enrolment;
    try {
      await syncOnce(
        {
          call,
          database,
          steady,
          gate: settings,
          since: () => this.#knowledge.since,
          productsVersion: () => this.#knowledge.productsVersion,
          learn: async (state, roundTripMs) => {
            if (!isOver()) await this.#learn(state, roundTripMs);
          },
        },
        failures,
      );
      if (isOver()) return;
      this.#closed = false;
      this.#second.reached();
      this.#show({ online: true, trouble: null, syncedAt: this.#clock.now() });
    } catch (error) {
      if (isOver()) return;
      const trouble = troubleOf(error);
      if (trouble === 'closed') this.#closed = true;
      this.#show({ online: trouble === 'busy', trouble });
      throw error;
    } finally {
      const waiting = await database.waiting();
      if (!isOver()) this.#show({ ...waiting, halt: this.#halt() });
    }
  }

  #open(settings: GateSettings): void {
    const enrolment = this.#enrolment;
    this.#lock = new PinLock(settings.pin, this.#tries, (tries) => {
      if (enrolment !== this.#enrolment) return;
      this.#tries = tries;
      this.#journal.write('tries', () => this.#ports.database.saveTries(tries));
    });
    this.#show({ phase: 'ready', settings, halt: this.#halt() });
    this.#sync?.stop();
    this.#sync = new GateSync(
      (failures) => this.syncRound(failures),
      (error) => {
        // Faults of the page or device are logged for maintenance. Network faults are not.
        if (error !== null && isOfDevice(this.#view.trouble)) console.error(error);
      },
    );
    if (this.#ports.keepSyncing) this.#sync.poke();
  }

  async #learn(state: State, roundTripMs: number): Promise<void> {
    this.#clock.check(state.serverNow, roundTripMs);
    this.#keepClock();
    const { known, revoked, passed } = this.#knowledge.learn(state);
    await this.#ports.database.saveKnown(known, revoked, passed);
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
    const enrolment = this.#enrolment;
    const said = await this.#second.ask(seen, settings, first.late);
    const { settings: still } = this.#view;
    if (!still || enrolment !== this.#enrolment) return;
    if (said === 'closed') this.#closed = true;
    const halt = this.#halt();
    if (halt !== null) return this.#show({ halt });
    if (said !== null && said !== 'closed') return this.#refuse(said, first.certificate, now);
    // Sync or staff may have changed the data meanwhile. Signatures are checked again only if so.
    const same = still === settings && version === this.#knowledge.version;
    this.#conclude(seen, same ? first : decide(still), now);
  }

  #conclude(seen: string, decision: Decision, now: number): void {
    if (decision.kind !== 'go') return this.#refuse(decision, decision.certificate ?? null, now);
    const { certificate, certificateBytes, direction, single, skewSeconds } = decision;
    const { ticketId } = certificate;
    this.#filter.opened(seen);
    const passed = this.#note(ticketId, direction, now, single);
    this.#say('go', { reason: skewWarning(skewSeconds), certificate, direction }, now);
    this.#count(direction === 'in' ? { in: 1 } : { out: 1 });
    this.#record({
      event: this.#event(direction === 'in' ? 31 : 32, now, {
        ticketId,
        certificate: base64urlOf(certificateBytes),
        ...momentOf(seen),
      }),
      passed: [ticketId, passed],
      count: this.#view.count,
    });
  }

  /** Records a passage of this gate at `now` (epoch milliseconds). */
  #note(ticketId: string, direction: Direction, now: number, single: boolean): Passed {
    const stationId = this.#view.settings?.station.stationId;
    return this.#knowledge.note(ticketId, { direction, at: Math.floor(now / 1000), single, stationId });
  }

  #event(
    code: GateCode,
    now: number,
    more: Pick<GateEvent, 'certificate'> &
      Partial<Pick<GateEvent, 'ticketId' | 'ticketNo' | 'moment' | 'reason'>>,
  ): GateEvent {
    return { eventId: crypto.randomUUID(), code, at: epochToWall(now), ...more };
  }

  #say(
    kind: Shown['kind'],
    said: Pick<Shown, 'reason' | 'certificate'> & { readonly direction?: Direction },
    at: number,
  ): void {
    this.#shown += 1;
    const { reason, certificate } = said;
    const direction = this.#view.settings?.direction === 'both' ? (said.direction ?? null) : null;
    const shown = { id: this.#shown, kind, at, headline: HEADLINE[kind], reason, certificate, direction };
    this.#ports.sound(kind);
    this.#show({ verdict: shown, recent: [shown, ...this.#view.recent].slice(0, MAX_RECENT) });
  }

  #refuse(why: Pick<Objection, 'kind' | 'reason'> & Why, certificate: Certificate | null, at: number): void {
    this.#say(why.kind, { reason: reasonText(why.reason, why, at), certificate }, at);
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
