// The texts about a disrupted reservation, for notices and mails, in five languages.
import { nameIn } from '@kippu/contract/fields';
import type { Language } from '@kippu/contract/limits';
import type { Disruption, DisruptionKind, Reservation } from '@kippu/contract/calls/traveller/seat';
import { clockOf, dayIn, seatsIn, trainIn } from '../../platform/mail/mail-words.ts';

/** A title, what happened, and what to do next. */
type TextParts = readonly [title: string, what: string, next: string];
interface Words {
  /** `someSeatsGone` is for a group that keeps other seats. */
  readonly texts: Readonly<Record<DisruptionKind | 'someSeatsGone', TextParts>>;
  /** `{times}` as booked and as they are now. */
  readonly booked: string;
  readonly now: string;
  readonly seats: string;
  /** The seats that are gone, and those that remain. */
  readonly gone: string;
  readonly kept: string;
  /** The label of the link to the reservation. */
  readonly open: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  ja: {
    texts: {
      cancelled: [
        '{train}は運休です。別の列車をお選びください',
        '{day}の{train}は、{from}から{to}まで運転しないことになりました。',
        '別の列車に無料で変更できます。予約回数は減りません。予約を取り消すこともできます。きっぷはそのままお使いいただけます。',
      ],
      seatGone: [
        '{train}の座席がなくなりました。選び直してください',
        '{day}の{train}は運転しますが、車両が変わり、ご予約の座席がなくなりました。',
        '発車までに別の座席または別の列車をお選びください。無料で、予約回数は減りません。',
      ],
      someSeatsGone: [
        '{train}の一部の座席がなくなりました。選び直してください',
        '{day}の{train}は運転しますが、車両が変わり、ご予約の座席の一部がなくなりました。',
        '発車までに全員分の座席を選び直してください。そのままの座席も選べます。別の列車にもできます。無料で、予約回数は減りません。',
      ],
      retimed: [
        '{train}の時刻が変わりました',
        '{day}の{train}（{from}から{to}）の時刻が変わりました。',
        '新しい時刻に合わせて駅へお越しください。座席はそのままです。ご都合が合わない場合は、無料で別の列車に変更するか、予約を取り消せます。',
      ],
      restored: [
        '{train}は予約どおり運転します',
        '{day}の{train}（{from}から{to}）は、ご予約のときの時刻と座席で運転します。',
        'お手続きは必要ありません。',
      ],
    },
    booked: '予約時：{times}',
    now: '現在：{times}',
    gone: 'なくなった座席：{seats}',
    kept: 'そのままの座席：{seats}',
    seats: '座席：{seats}',
    open: 'ご予約はこちら：',
  },
  en: {
    texts: {
      cancelled: [
        '{train} is cancelled: choose another train',
        '{train} on {day} no longer runs from {from} to {to}.',
        'Change to another train free of charge; it does not use up a reservation. Or cancel the reservation. Your ticket stays valid.',
      ],
      seatGone: [
        'Your seat on {train} is gone: choose another',
        '{train} on {day} runs, but with other cars, and your seat is no longer there.',
        'Choose another seat or another train before it departs. It is free and does not use up a reservation.',
      ],
      someSeatsGone: [
        'Some of your seats on {train} are gone: choose again',
        '{train} on {day} runs, but with other cars, and some of your seats are no longer there.',
        'Choose seats again for all of you before it departs: you may keep those you have, or take another train. It is free and does not use up a reservation.',
      ],
      retimed: [
        '{train} runs at another time',
        'The times of {train} on {day} from {from} to {to} have changed.',
        'Come to the station for the new time; your seat stays the same. If it does not suit you, change to another train free of charge, or cancel the reservation.',
      ],
      restored: [
        '{train} runs as you booked it',
        '{train} on {day} from {from} to {to} runs again at the time and with the seat you booked.',
        'There is nothing you need to do.',
      ],
    },
    booked: 'Booked: {times}',
    now: 'Now: {times}',
    gone: 'Gone: {seats}',
    kept: 'Still yours: {seats}',
    seats: 'Seat: {seats}',
    open: 'Your reservation: ',
  },
  ko: {
    texts: {
      cancelled: [
        '{train} 운행 취소: 다른 열차를 선택해 주세요',
        '{day} {train} 열차는 {from}에서 {to}까지 운행하지 않게 되었습니다.',
        '다른 열차로 무료로 변경할 수 있으며 예약 횟수는 줄지 않습니다. 예약을 취소할 수도 있습니다. 티켓은 그대로 사용할 수 있습니다.',
      ],
      seatGone: [
        '{train} 좌석이 없어졌습니다: 다시 선택해 주세요',
        '{day} {train} 열차는 운행하지만 차량이 바뀌어 예약하신 좌석이 없어졌습니다.',
        '출발 전까지 다른 좌석이나 다른 열차를 선택해 주세요. 무료이며 예약 횟수는 줄지 않습니다.',
      ],
      someSeatsGone: [
        '{train} 좌석 일부가 없어졌습니다: 다시 선택해 주세요',
        '{day} {train} 열차는 운행하지만 차량이 바뀌어 예약하신 좌석 일부가 없어졌습니다.',
        '출발 전까지 전원의 좌석을 다시 선택해 주세요. 그대로인 좌석을 유지하거나 다른 열차를 선택할 수도 있습니다. 무료이며 예약 횟수는 줄지 않습니다.',
      ],
      retimed: [
        '{train} 시각이 변경되었습니다',
        '{day} {train} 열차({from} → {to})의 시각이 변경되었습니다.',
        '새 시각에 맞춰 역으로 와 주세요. 좌석은 그대로입니다. 시각이 맞지 않으면 무료로 다른 열차로 변경하거나 예약을 취소할 수 있습니다.',
      ],
      restored: [
        '{train} 예약대로 운행합니다',
        '{day} {train} 열차({from} → {to})가 예약하신 시각과 좌석 그대로 운행합니다.',
        '따로 하실 일은 없습니다.',
      ],
    },
    booked: '예약 시: {times}',
    now: '현재: {times}',
    gone: '없어진 좌석: {seats}',
    kept: '그대로인 좌석: {seats}',
    seats: '좌석: {seats}',
    open: '예약 확인: ',
  },
  'zh-CN': {
    texts: {
      cancelled: [
        '{train}停运，请选择其他列车',
        '{day}的{train}不再运行{from}至{to}区间。',
        '您可以免费改乘其他列车，不占用预订次数；也可以取消预订。车票仍然有效。',
      ],
      seatGone: [
        '您在{train}的座位已不存在，请重新选择',
        '{day}的{train}照常运行，但更换了车辆，您预订的座位已不存在。',
        '请在发车前选择其他座位或其他列车。免费，且不占用预订次数。',
      ],
      someSeatsGone: [
        '您在{train}的部分座位已不存在，请重新选择',
        '{day}的{train}照常运行，但更换了车辆，您预订的部分座位已不存在。',
        '请在发车前为全体乘客重新选座，可以保留现有座位，也可以改乘其他列车。免费，且不占用预订次数。',
      ],
      retimed: [
        '{train}的时刻有变更',
        '{day}的{train}（{from}至{to}）时刻有变更。',
        '请按新的时刻到站乘车，座位不变。如时间不便，可以免费改乘其他列车或取消预订。',
      ],
      restored: [
        '{train}按您预订的时刻运行',
        '{day}的{train}（{from}至{to}）恢复按您预订的时刻和座位运行。',
        '您无需办理任何手续。',
      ],
    },
    booked: '预订时：{times}',
    now: '现在：{times}',
    gone: '已不存在的座位：{seats}',
    kept: '保留的座位：{seats}',
    seats: '座位：{seats}',
    open: '查看预订：',
  },
  'zh-TW': {
    texts: {
      cancelled: [
        '{train}停駛，請選擇其他列車',
        '{day}的{train}不再行駛{from}至{to}區間。',
        '您可以免費改搭其他列車，不會用掉預訂次數；也可以取消預訂。車票仍然有效。',
      ],
      seatGone: [
        '您在{train}的座位已不存在，請重新選擇',
        '{day}的{train}照常行駛，但更換了車輛，您預訂的座位已不存在。',
        '請在發車前選擇其他座位或其他列車。免費，且不會用掉預訂次數。',
      ],
      someSeatsGone: [
        '您在{train}的部分座位已不存在，請重新選擇',
        '{day}的{train}照常行駛，但更換了車輛，您預訂的部分座位已不存在。',
        '請在發車前為全體乘客重新選位，可以保留現有座位，也可以改搭其他列車。免費，且不會用掉預訂次數。',
      ],
      retimed: [
        '{train}的時刻有變更',
        '{day}的{train}（{from}至{to}）時刻有變更。',
        '請依新的時刻到站搭車，座位不變。若時間不便，可以免費改搭其他列車或取消預訂。',
      ],
      restored: [
        '{train}依您預訂的時刻行駛',
        '{day}的{train}（{from}至{to}）恢復依您預訂的時刻和座位行駛。',
        '您無須辦理任何手續。',
      ],
    },
    booked: '預訂時：{times}',
    now: '現在：{times}',
    gone: '已不存在的座位：{seats}',
    kept: '保留的座位：{seats}',
    seats: '座位：{seats}',
    open: '查看預訂：',
  },
};

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

/** Returns the texts about a disrupted reservation. Times are Asia/Tokyo. */
export function disruptionTexts(
  reservation: Reservation,
  disruption: Disruption,
  language: Language,
): DisruptionTexts {
  const words = WORDS[language];
  const name = (holder: object, prefix: string) => nameIn(holder, prefix, language);
  const [from, to] = [name(reservation.from, 'stationName'), name(reservation.to, 'stationName')];
  const { bookedDepartAt, bookedArriveAt, kind, seatsGone = [] } = disruption;
  const day = dayIn(bookedDepartAt, language);
  const train = trainIn(name(reservation, 'trainName'), reservation.trainNo, language);
  const values = { train, day, from, to };
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
  const [title, what, next] = words.texts[some ? 'someSeatsGone' : kind];
  const listed = (text: string, seats: readonly string[]) =>
    seats.length > 0 ? [fill(text, { seats: seatsIn(seats, language) })] : [];
  return {
    title: fill(title, values),
    what: fill(what, values),
    facts: [
      fill(words.booked, { times: booked }),
      ...(runs && now !== booked ? [fill(words.now, { times: now })] : []),
      ...(kind === 'retimed' || kind === 'restored' ? listed(words.seats, all) : []),
      ...(kind === 'seatGone' ? [...listed(words.gone, seatsGone), ...listed(words.kept, kept)] : []),
    ],
    next: fill(next, values),
    open: words.open,
  };
}
