// The texts of the mails about a transfer, to both accounts, each in its own language.
import { nameIn } from '@kippu/contract/fields';
import type { Language } from '@kippu/contract/limits';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { hasSeatFor } from '@kippu/domain/reservation/disruption';
import { momentIn, seatsIn, trainIn } from '../platform/mail/mail-words.ts';
import type { Mail } from '../platform/mail/send-mail.ts';

interface Words {
  readonly sent: readonly [subject: string, text: string];
  readonly received: readonly [subject: string, text: string];
  /** The heading of the transferred seats. */
  readonly seats: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  ja: {
    sent: [
      'きっぷを譲りました',
      '{product}（きっぷ番号 {ticketNo}）を {at}（日本時間）に {other} に譲りました。この操作は取り消せません。お手元のコードは、もう使えません。\n\nお心当たりがない場合は、すぐにパスワードを変更し、駅係員にお申し出ください。',
    ],
    received: [
      'きっぷを受け取りました',
      '{product}（きっぷ番号 {ticketNo}）を {at}（日本時間）に {other} から受け取りました。\n\nきっぷ一覧でご確認ください。\n{origin}',
    ],
    seats: '一緒に移った座席予約：',
  },
  en: {
    sent: [
      'You transferred a ticket',
      'You transferred {product} (ticket no. {ticketNo}) to {other} on {at} (Japan time). This cannot be undone, and your code for it no longer works.\n\nIf this was not you, change your password now and tell station staff.',
    ],
    received: [
      'You received a ticket',
      '{other} transferred {product} (ticket no. {ticketNo}) to you on {at} (Japan time).\n\nYou will find it among your tickets:\n{origin}',
    ],
    seats: 'Seat reservations that went along:',
  },
  ko: {
    sent: [
      '티켓을 양도했습니다',
      '{at}(일본 시간)에 다음 티켓을 {other} 계정으로 양도했습니다.\n{product}, 티켓 번호 {ticketNo}\n\n양도는 취소할 수 없으며 전에 표시한 코드는 더 이상 사용할 수 없습니다.\n\n본인이 양도하지 않았다면 바로 비밀번호를 변경하고 직원에게 문의해 주세요.',
    ],
    received: [
      '티켓을 받았습니다',
      '{at}(일본 시간)에 {other} 계정에서 다음 티켓을 양도받았습니다.\n{product}, 티켓 번호 {ticketNo}\n\n티켓 목록에서 확인해 주세요.\n{origin}',
    ],
    seats: '함께 양도된 좌석 예약:',
  },
  'zh-CN': {
    sent: [
      '您已转让车票',
      '您已于{at}（日本时间）将{product}（车票号码 {ticketNo}）转让给 {other}。此操作无法撤销，之前显示的二维码不再有效。\n\n如非本人操作，请立即更改密码并联系工作人员。',
    ],
    received: [
      '您收到一张车票',
      '{other} 已于{at}（日本时间）将{product}（车票号码 {ticketNo}）转让给您。\n\n请在车票列表中查看：\n{origin}',
    ],
    seats: '一并转让的座位预订：',
  },
  'zh-TW': {
    sent: [
      '您已轉讓車票',
      '您已於{at}（日本時間）將{product}（車票號碼 {ticketNo}）轉讓給 {other}。此操作無法復原，先前顯示的QR碼不再有效。\n\n如非本人操作，請立即變更密碼並洽站務人員。',
    ],
    received: [
      '您收到一張車票',
      '{other} 已於{at}（日本時間）將{product}（車票號碼 {ticketNo}）轉讓給您。\n\n請在車票列表中查看：\n{origin}',
    ],
    seats: '一併轉讓的座位預訂：',
  },
};

interface TransferMail {
  readonly to: string;
  readonly language: Language;
  /** The other account's email. */
  readonly other: string;
  /** An object with the product's names in five languages. */
  readonly product: object;
  readonly ticketId: string;
  readonly ticketNo: string;
  /** Wire time. */
  readonly at: string;
  readonly origin: string;
  /** The reservations that were transferred too. */
  readonly reservations: readonly Reservation[];
}

/** The ticket's seats as text, one line each. */
export function seatLines({
  language,
  ticketId,
  reservations,
}: Pick<TransferMail, 'language' | 'ticketId' | 'reservations'>): string[] {
  const name = (holder: object, prefix: string) => nameIn(holder, prefix, language);
  // The new owner gets a separate mail about a lost train or seat.
  const there = reservations.filter((reservation) => hasSeatFor(reservation, ticketId));
  return there.map((reservation) => {
    const { from, to, trainNo, departAt, seats } = reservation;
    const seat = seats.find((each) => each.ticketId === ticketId)?.seatInfo ?? '';
    const ride = `${name(from, 'stationName')} → ${name(to, 'stationName')}`;
    const train = trainIn(name(reservation, 'trainName'), trainNo, language);
    return [momentIn(departAt, language), train, ride, seatsIn([seat], language)].join(' · ');
  });
}

function fill(mail: TransferMail, side: 'sent' | 'received'): Mail {
  const words = WORDS[mail.language];
  const [subject, text] = words[side];
  const { other, ticketNo, origin } = mail;
  const values: Record<string, string> = {
    other,
    ticketNo,
    origin,
    at: momentIn(mail.at, mail.language),
    product: nameIn(mail.product, 'productName', mail.language),
  };
  const filled = text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');
  const lines = seatLines(mail);
  const seats = lines.length === 0 ? [] : ['', words.seats, ...lines];
  return { to: mail.to, subject, text: [filled, ...seats].join('\n') };
}

/** To the sender. It says what to do if someone else made the transfer. */
export const sentMail = (mail: TransferMail): Mail => fill(mail, 'sent');

/** To the receiver. */
export const receivedMail = (mail: TransferMail): Mail => fill(mail, 'received');
