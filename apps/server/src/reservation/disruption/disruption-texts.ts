// The texts about a disrupted reservation, for notices and mails.
import { nameIn } from '@kippu/contract/names';
import type { Language } from '@kippu/contract/languages';
import type { Disruption, Reservation } from '@kippu/contract/calls/traveller/seat';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import type { DisruptionTexts as DisruptionWords } from '@kippu/words/mail-words';
import { mailWords } from '@kippu/words/server-words';
import { clockOf, dayIn, momentIn, seatsIn, trainIn } from '../../platform/mail/mail-format.ts';

interface DisruptionTexts {
  readonly title: string;
  readonly what: string;
  /** The times as booked and, where they differ, as they are now; and the seats. */
  readonly facts: readonly string[];
  readonly next: string;
  /** The label of the link to the reservation. */
  readonly open: string;
}

const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');

/** How late a train may leave that counts as on time, in milliseconds. */
const ON_TIME_MS = 60_000;

/** Which text says what became of the train, as it runs now. */
function textFor(
  { live, departAt }: Pick<Reservation, 'live' | 'departAt'>,
  kind: Disruption['kind'],
): Disruption['kind'] | 'stopLeftOut' | 'restoredLate' {
  if (kind === 'cancelled' && live?.cut !== undefined && live.cut !== 'train') return 'stopLeftOut';
  const expected = live?.expectedDepartAt;
  const isLate = expected !== undefined && wallToEpoch(expected) - wallToEpoch(departAt) >= ON_TIME_MS;
  return kind === 'restored' && isLate ? 'restoredLate' : kind;
}

/** Returns what to do where the traveller cannot take another train on that day; undefined otherwise. */
const insteadOf = (
  { noTrainLeft, nextTrainDate }: Pick<Disruption, 'noTrainLeft' | 'nextTrainDate'>,
  words: Pick<DisruptionWords, 'noTrainLeft' | 'noTrainThatDay'>,
): string | undefined =>
  noTrainLeft ? words.noTrainLeft : nextTrainDate === undefined ? undefined : words.noTrainThatDay;

const isCut = (key: string): key is 'cancelled' | 'stopLeftOut' =>
  key === 'cancelled' || key === 'stopLeftOut';

/** Returns the texts about a disrupted reservation. Times are the railway's. */
export function disruptionTexts(
  reservation: Reservation,
  disruption: Disruption,
  language: Language,
): DisruptionTexts {
  const words = mailWords(language).disruption;
  const name = (holder: object, prefix: string) => nameIn(holder, prefix, language);
  const [from, to] = [name(reservation.from, 'stationName'), name(reservation.to, 'stationName')];
  const { bookedDepartAt, bookedArriveAt, kind, seatsGone = [] } = disruption;
  const day = dayIn(bookedDepartAt, language);
  const train = trainIn(name(reservation, 'trainName'), reservation.trainNo, language);
  const until = momentIn(reservation.changeableUntil, language);
  const stop = reservation.live?.cut === 'to' ? to : from;
  const values = { train, day, from, to, until, stop };
  const times = (departAt: string, arriveAt: string) =>
    `${from} ${clockOf(departAt)} → ${to} ${clockOf(arriveAt)}`;
  const booked = times(bookedDepartAt, bookedArriveAt);
  // A train that leaves after midnight may change its day.
  const moved =
    reservation.departAt.slice(0, 10) === bookedDepartAt.slice(0, 10)
      ? ''
      : `${dayIn(reservation.departAt, language)} `;
  const now = `${moved}${times(reservation.departAt, reservation.arriveAt)}`;
  const runs = kind !== 'cancelled';
  const all = reservation.seats.map(({ seatInfo }) => seatInfo);
  const kept = all.filter((seat) => !seatsGone.includes(seat));
  const some = kind === 'seatGone' && kept.length > 0;
  const key = disruption.givenUp ? 'givenUp' : some ? 'someSeatsGone' : textFor(reservation, kind);
  const [title, what, next] = words.texts[key];
  const instead = insteadOf(disruption, words);
  // The usual title asks to choose another train.
  const short = instead !== undefined && isCut(key) ? mailWords(language).push.change[key][0] : title;
  const listed = (text: string, seats: readonly string[]) =>
    seats.length > 0 ? [fill(text, { seats: seatsIn(seats, language) })] : [];
  return {
    title: fill(short, values),
    what: fill(what, values),
    facts: [
      fill(words.booked, { times: booked }),
      ...(runs && now !== booked ? [fill(words.now, { times: now })] : []),
      ...(kind === 'retimed' || kind === 'restored' ? listed(words.seats, all) : []),
      ...(kind === 'seatGone' ? [...listed(words.gone, seatsGone), ...listed(words.kept, kept)] : []),
    ],
    next: instead ?? fill(next, values),
    open: words.open,
  };
}
