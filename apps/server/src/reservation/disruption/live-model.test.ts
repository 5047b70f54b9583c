// Random days of feeds, desk, timetables and travellers, compared with a model that knows neither layers, legs nor SQL.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FeedScenario } from '../../../test/reservation/feed-scenario.ts';
import { KIX, TRAIN_14 } from '../../../test/reservation/seat-client.ts';

const SEATS = ['4-4A', '4-4B'];
const TICKETS = ['p1', 'p2', 'p3', 'p4'];
const LAYERS = {
  cut: { runs: false },
  runs: { runs: true },
  late: { delays: { [KIX]: { depart: 1200 } } },
  /** It does not call where the travellers get out, or somewhere on their way. */
  notTo: { skipped: [TRAIN_14.to] },
  notOnTheWay: { skipped: ['tennoji'] },
  allStops: { skipped: [] },
  /** The car of the seats is missing, or another one. */
  noCar: { lostCars: [4] },
  noOtherCar: { lostCars: [2] },
  nothing: null,
} as const;
type Word = keyof typeof LAYERS;
const WORDS = Object.keys(LAYERS) as Word[];

const said = fc.constantFrom<Word>('cut', 'nothing', ...WORDS);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('feed' as const, 'desk' as const), word: said }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('book' as const), seat: fc.constantFrom(...SEATS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), pick: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('timetable' as const),
      feed: fc.constantFrom('same' as const, 'tenLater' as const, 'tripGone' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 5, 10) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Booked {
  readonly id: string;
  readonly seat: string;
  readonly at: string;
  /** What the traveller was last notified of: when the train leaves; null for no train there, '' for no seat. */
  known: string | null;
  told: string[];
  isOpen: boolean;
}

/** What travellers must see, from the steps alone. */
class Model {
  words: Record<'feed' | 'desk', Word> = { feed: 'nothing', desk: 'nothing' };
  /** When the timetable's train leaves; null for no train. */
  planned: string | null = '10:15';
  readonly booked: Booked[] = [];

  /** The desk's word counts, where it speaks of the same as the feed. */
  #says(...about: Word[]): Word | undefined {
    return [this.words.desk, this.words.feed].find((word) => about.includes(word));
  }

  get leaves(): string | null {
    const isCut = this.#says('cut', 'runs') === 'cut';
    const isSkipped = this.#says('notTo', 'notOnTheWay', 'allStops') === 'notTo';
    return isCut || isSkipped ? null : this.planned;
  }

  get hasSeats(): boolean {
    return this.#says('noCar', 'noOtherCar') !== 'noCar';
  }

  isFree(seat: string): boolean {
    const isTaken = this.booked.some((each) => each.isOpen && each.seat === seat);
    return this.leaves !== null && this.hasSeats && !isTaken;
  }

  tell(): void {
    for (const each of this.booked.filter(({ isOpen }) => isOpen)) {
      const { leaves } = this;
      const now = leaves !== null && !this.hasSeats ? '' : leaves;
      if (now === each.known) continue;
      if (now === null) each.told.push('cancelled');
      else if (now === '') each.told.push('seatGone');
      else each.told.push(leaves === each.at ? 'restored' : 'retimed');
      each.known = now;
    }
  }
}

let scenario: FeedScenario;
beforeAll(async () => {
  scenario = await FeedScenario.open();
});
afterAll(() => scenario.close());

async function take(s: Step, model: Model): Promise<void> {
  const { me } = scenario.who;
  switch (s.do) {
    case 'feed':
    case 'desk':
      model.words[s.do] = s.word;
      await scenario.say(s.do, TRAIN_14.departureId, LAYERS[s.word]);
      break;
    case 'timetable':
      model.planned = { same: '10:15', tenLater: '10:25', tripGone: null }[s.feed];
      await scenario.start(s.feed);
      break;
    case 'book': {
      const used = model.booked.length;
      const ticketId = TICKETS[used];
      if (ticketId === undefined) return;
      const at = model.leaves;
      const id = await me.book([ticketId], [s.seat]);
      const isBooked = /^[0-9a-f-]{36}$/.test(id);
      expect(isBooked).toBe(model.isFree(s.seat));
      if (isBooked && at !== null)
        model.booked.push({ id, seat: s.seat, at, known: at, told: [], isOpen: true });
      break;
    }
    case 'cancel': {
      const each = model.booked[s.pick % Math.max(1, model.booked.length)];
      if (!each?.isOpen) return;
      expect((await me.post('seatCancel', { reservationId: each.id })).code).toBe('OK');
      each.isOpen = false;
      break;
    }
    default:
      scenario.deps.advance(s.minutes * 60_000);
  }
  model.tell();
}

async function compare(model: Model): Promise<void> {
  const rows = await scenario.deps.db
    .selectFrom('disruption')
    .select(['reservation_id', 'kind'])
    .orderBy('found_at')
    .execute();
  for (const { id, told } of model.booked)
    expect(rows.filter((row) => row.reservation_id === id).map(({ kind }) => kind)).toEqual(told);
  const legs = await scenario.deps.db.selectFrom('seat_leg').selectAll().execute();
  for (const { id, seat, isOpen } of model.booked) {
    const own = legs.filter((leg) => leg.reservation_id === id);
    if (!isOpen) expect(own).toEqual([]);
    else if (model.leaves !== null && model.hasSeats)
      expect(own.map((leg) => leg.seat)).toEqual([seat, seat, seat, seat]);
  }
}

test('each change is notified exactly once, no seat is sold twice, and all comes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      await scenario.reset();
      const model = new Model();
      let minutes = 0;
      for (const each of steps) {
        minutes += each.do === 'wait' ? each.minutes : 0;
        // The travellers' sessions end after half an hour.
        if (minutes > 25) break;
        // Each change has its own moment, so that the order of disruptions is theirs.
        scenario.deps.advance(1_000);
        await take(each, model);
        await compare(model);
      }
      await take({ do: 'feed', word: 'nothing' }, model);
      await take({ do: 'desk', word: 'nothing' }, model);
      await take({ do: 'timetable', feed: 'same' }, model);
      await compare(model);
      for (const { id, isOpen } of model.booked.filter(({ isOpen: open }) => open))
        expect([isOpen, (await scenario.detail(id)).departAt]).toEqual([true, '2026-04-01 10:15:00']);
    }),
    { numRuns: 20 },
  );
}, 300_000);
