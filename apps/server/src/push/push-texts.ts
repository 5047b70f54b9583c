// The texts of messages in the phone's language.
import type { Language } from '@kippu/contract/languages';
import { nameIn } from '@kippu/contract/names';
import { fillWords } from '@kippu/words/error-words';
import { mailWords } from '@kippu/words/server-words';
import type { RideNews } from '@kippu/domain/live/ride-news';
import { clockOf, dayIn, seatsIn, trainIn } from '../platform/mail/mail-format.ts';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import { wireTime } from '../platform/wire/wire-time.ts';
import { trainNames } from '../reservation/booked/reservation-answer.ts';
import { stationOf } from '../reservation/timetable/departure.ts';
import type { otherTrainsOf } from '../reservation/timetable/leaving.ts';
import type { ReservedRide } from './reserved-ride.ts';
import type { RecipientRow } from './notification-store.ts';

/** The longest title and text, in characters: phones cut longer ones. */
const MAX = { title: 50, body: 120 } as const;
const MINUTE_MS = 60_000;

export interface PushText {
  readonly title: string;
  readonly body: string;
}

/** Cuts a text that is too long for a phone, between characters. */
function cut(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

const textOf = (
  [title, body]: readonly [string, string],
  values: Readonly<Record<string, string>>,
): PushText => ({
  title: cut(fillWords(title, values), MAX.title),
  body: cut(fillWords(body, values), MAX.body),
});

type Row = Pick<RecipientRow, 'trip_id' | 'from_station' | 'to_station' | 'seats'>;

function valuesOf(operator: OperatorData, row: Row, { state }: ReservedRide, language: Language) {
  const trip = operator.trips.get(row.trip_id);
  const former = trip ? undefined : operator.former.trips.get(row.trip_id);
  const names = trainNames(operator.routes.get(trip?.routeId ?? '')?.trainName ?? former?.trainName);
  const station = (id: string) => nameIn(stationOf(operator, id), 'stationName', language);
  const late = state.minutesLate ?? 0;
  const expected = wireTime(state.departAt + Math.max(0, late) * MINUTE_MS);
  return {
    train: trainIn(nameIn(names, 'trainName', language), (trip ?? former)?.trainNo ?? '', language),
    from: station(row.from_station),
    to: station(row.to_station),
    day: dayIn(wireTime(state.departAt), language),
    time: clockOf(expected),
    minutes: String(late),
    platform: state.platform ?? '',
    seats: seatsIn(row.seats.toSorted(), language),
  };
}

interface Change {
  readonly news: RideNews;
  readonly language: Language;
  /** For a train that does not run: which trains can be taken instead, as `otherTrainsOf` says. */
  readonly others: ReturnType<typeof otherTrainsOf> | undefined;
}

/** Returns what a phone says of a change, as the train runs now. */
export function changeText(
  operator: OperatorData,
  row: Row,
  ride: ReservedRide,
  { news, language, others }: Change,
): PushText {
  const { push, disruption } = mailWords(language);
  const [title, usual] = push.change[news === 'cancelled' && ride.isLeftOut ? 'stopLeftOut' : news];
  const body =
    others === null
      ? disruption.noTrainLeft
      : others?.isSameDay === false
        ? disruption.noTrainThatDay
        : usual;
  return textOf([title, body], valuesOf(operator, row, ride, language));
}

/** Returns what a phone says before departure. */
export function departureText(
  operator: OperatorData,
  row: Row,
  ride: ReservedRide,
  language: Language,
): PushText {
  const [title, platform, noPlatform] = mailWords(language).push.departure;
  const body = ride.state.platform === null ? noPlatform : platform;
  return textOf([title, body], valuesOf(operator, row, ride, language));
}

/** Returns what a phone says of a received ticket of a product. */
export const receivedText = (operator: OperatorData, productId: string, language: Language): PushText =>
  textOf(mailWords(language).push.received, {
    product: nameIn(operator.products.get(productId) ?? {}, 'productName', language),
  });

/** Returns what a phone says of a passage; `at` in epoch milliseconds. */
export const passageText = (
  operator: OperatorData,
  {
    stationId,
    way,
    at,
  }: { readonly stationId: string; readonly way: 'entered' | 'left'; readonly at: number },
  language: Language,
): PushText =>
  textOf(mailWords(language).push[way], {
    station: nameIn(stationOf(operator, stationId), 'stationName', language),
    time: clockOf(wireTime(at)),
  });

/** Returns subject and text of the mail about a delay. `address` opens the reservation. */
export function lateMail(
  operator: OperatorData,
  row: Row,
  ride: ReservedRide,
  { language, address }: { readonly language: Language; readonly address: string },
): { readonly subject: string; readonly text: string } {
  const { push, disruption } = mailWords(language);
  const values = valuesOf(operator, row, ride, language);
  const [text, next] = push.lateMail;
  return {
    subject: fillWords(push.change.late[0], values),
    text: [fillWords(text, values), '', next, '', `${disruption.open}${address}`].join('\n'),
  };
}
