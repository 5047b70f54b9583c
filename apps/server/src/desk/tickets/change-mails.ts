// The texts of the mails about the desk's changes to a ticket.
import type { DeskAction } from '@kippu/contract/calls/desk/ticket';
import { nameIn } from '@kippu/contract/fields';
import type { Language } from '@kippu/contract/limits';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { momentIn } from '../../platform/mail/mail-words.ts';
import type { Mail } from '../../platform/mail/send-mail.ts';
import { seatLines } from '../../transfer/transfer-mails.ts';

/** The actions with a mail. 'disuse' withdraws unused tickets, so nobody is mailed. */
const MAILED = ['suspend', 'resume', 'refund', 'void', 'reissue'] as const satisfies readonly DeskAction[];
type MailedAction = (typeof MAILED)[number];

interface Words extends Readonly<Record<MailedAction, readonly [subject: string, text: string]>> {
  /** The heading of the cancelled seats. */
  readonly freed: string;
  /** The same, when there is a new ticket to reserve with. */
  readonly freedByReissue: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  ja: {
    suspend: [
      'きっぷを一時停止しました',
      '{product}（きっぷ番号 {ticketNo}）は {at}（日本時間）から一時停止中です。停止中はコードで改札を通れません。座席予約はそのまま残ります。再び使うには、駅係員または購入先へお問い合わせください。',
    ],
    resume: [
      'きっぷの一時停止を解除しました',
      '{product}（きっぷ番号 {ticketNo}）は {at}（日本時間）に一時停止が解除され、再びお使いいただけます。以前のコードは使えません。通信できる場所でアプリのきっぷを一度開き、新しいコードを受け取ってください。{origin}',
    ],
    refund: [
      'きっぷを払い戻しました',
      '{product}（きっぷ番号 {ticketNo}）は {at}（日本時間）に払い戻しの手続きが済み、使用できなくなりました。返金の金額や時期は、購入先へお問い合わせください。',
    ],
    void: [
      'きっぷが無効になりました',
      '{product}（きっぷ番号 {ticketNo}）は {at}（日本時間）に無効となり、使用できなくなりました。お心当たりがない場合は、駅係員または購入先へお問い合わせください。',
    ],
    reissue: [
      'きっぷを再発行しました',
      '{product}（きっぷ番号 {ticketNo}）を {at}（日本時間）に再発行しました。新しいきっぷ（きっぷ番号 {newTicketNo}）は有効期間が同じで、アプリのきっぷ一覧に追加されています。元のきっぷとそのコードは使えません。{origin}',
    ],
    freed: '取り消された座席予約：',
    freedByReissue: '取り消された座席予約（新しいきっぷで予約し直してください）：',
  },
  en: {
    suspend: [
      'Your ticket is suspended',
      '{product} (ticket no. {ticketNo}) has been suspended since {at} (Japan time). Its code opens no gate for now; your seat reservations stay. To use it again, please ask station staff or the shop where you bought it.',
    ],
    resume: [
      'Your ticket works again',
      'The suspension of {product} (ticket no. {ticketNo}) was lifted on {at} (Japan time). Earlier codes no longer work: open the ticket in the app once while you are online to get a new one. {origin}',
    ],
    refund: [
      'Your ticket was refunded',
      '{product} (ticket no. {ticketNo}) was refunded on {at} (Japan time) and can no longer be used. For the amount and when you will get it, please ask the shop where you bought the ticket.',
    ],
    void: [
      'Your ticket is no longer valid',
      '{product} (ticket no. {ticketNo}) was made void on {at} (Japan time) and can no longer be used. If you did not expect this, please ask station staff or the shop where you bought it.',
    ],
    reissue: [
      'Your ticket was reissued',
      '{product} (ticket no. {ticketNo}) was reissued on {at} (Japan time). The new ticket (no. {newTicketNo}) is valid for the same time and is already among your tickets; the old one and its codes no longer work. {origin}',
    ],
    freed: 'Seat reservations that were cancelled:',
    freedByReissue: 'Seat reservations that were cancelled (please reserve again with the new ticket):',
  },
  ko: {
    suspend: [
      '티켓이 일시 정지되었습니다',
      '다음 티켓이 {at}(일본 시간)부터 일시 정지되었습니다.\n{product}, 티켓 번호 {ticketNo}\n\n정지 중에는 코드로 개찰구를 통과할 수 없습니다. 좌석 예약은 그대로 남습니다. 다시 사용하려면 역 직원이나 구매처에 문의해 주세요.',
    ],
    resume: [
      '티켓을 다시 사용할 수 있습니다',
      '다음 티켓의 일시 정지가 {at}(일본 시간)에 해제되었습니다.\n{product}, 티켓 번호 {ticketNo}\n\n이전 코드는 사용할 수 없습니다. 네트워크에 연결된 상태에서 앱의 티켓을 한 번 열어 새 코드를 받아 주세요. {origin}',
    ],
    refund: [
      '티켓이 환불되었습니다',
      '다음 티켓이 {at}(일본 시간)에 환불 처리되어 더 이상 사용할 수 없습니다.\n{product}, 티켓 번호 {ticketNo}\n\n환불 금액과 시기는 구매처에 문의해 주세요.',
    ],
    void: [
      '티켓이 무효가 되었습니다',
      '다음 티켓이 {at}(일본 시간)에 무효 처리되어 더 이상 사용할 수 없습니다.\n{product}, 티켓 번호 {ticketNo}\n\n짐작 가는 이유가 없다면 역 직원이나 구매처에 문의해 주세요.',
    ],
    reissue: [
      '티켓이 재발행되었습니다',
      '다음 티켓이 {at}(일본 시간)에 재발행되었습니다.\n{product}, 티켓 번호 {ticketNo}\n\n새 티켓(번호 {newTicketNo})은 유효 기간이 같으며 이미 티켓 목록에 있습니다. 이전 티켓과 그 코드는 사용할 수 없습니다. {origin}',
    ],
    freed: '취소된 좌석 예약:',
    freedByReissue: '취소된 좌석 예약(새 티켓으로 다시 예약해 주세요):',
  },
  'zh-CN': {
    suspend: [
      '您的车票已暂停使用',
      '{product}（车票号码 {ticketNo}）自{at}（日本时间）起暂停使用。暂停期间无法用二维码通过检票口，座位预订仍然保留。如需恢复使用，请咨询车站工作人员或购票处。',
    ],
    resume: [
      '您的车票已恢复使用',
      '{product}（车票号码 {ticketNo}）已于{at}（日本时间）恢复使用。之前的二维码不再有效，请在联网时打开应用中的车票，以获取新的二维码。{origin}',
    ],
    refund: [
      '您的车票已退款',
      '{product}（车票号码 {ticketNo}）已于{at}（日本时间）办理退款，不能再使用。退款金额和到账时间请咨询购票处。',
    ],
    void: [
      '您的车票已失效',
      '{product}（车票号码 {ticketNo}）已于{at}（日本时间）作废，不能再使用。如有疑问，请咨询车站工作人员或购票处。',
    ],
    reissue: [
      '您的车票已重新发行',
      '{product}（车票号码 {ticketNo}）已于{at}（日本时间）重新发行。新车票（车票号码 {newTicketNo}）有效期相同，已在您的车票列表中；原车票及其二维码不再有效。{origin}',
    ],
    freed: '已取消的座位预订：',
    freedByReissue: '已取消的座位预订（请用新车票重新预订）：',
  },
  'zh-TW': {
    suspend: [
      '您的車票已暫停使用',
      '{product}（車票號碼 {ticketNo}）自{at}（日本時間）起暫停使用。暫停期間無法以QR碼通過閘門，座位預訂仍會保留。如需恢復使用，請洽站務人員或購票處。',
    ],
    resume: [
      '您的車票已恢復使用',
      '{product}（車票號碼 {ticketNo}）已於{at}（日本時間）恢復使用。先前的QR碼不再有效，請在連線時開啟應用程式中的車票，以取得新的QR碼。{origin}',
    ],
    refund: [
      '您的車票已退款',
      '{product}（車票號碼 {ticketNo}）已於{at}（日本時間）完成退款手續，無法再使用。退款金額與入帳時間請洽購票處。',
    ],
    void: [
      '您的車票已失效',
      '{product}（車票號碼 {ticketNo}）已於{at}（日本時間）作廢，無法再使用。如有疑問，請洽站務人員或購票處。',
    ],
    reissue: [
      '您的車票已重新發行',
      '{product}（車票號碼 {ticketNo}）已於{at}（日本時間）重新發行。新車票（車票號碼 {newTicketNo}）有效期間相同，已在您的車票列表中；原車票及其QR碼不再有效。{origin}',
    ],
    freed: '已取消的座位預訂：',
    freedByReissue: '已取消的座位預訂（請以新車票重新預訂）：',
  },
};

interface ChangeMail {
  readonly to: string;
  readonly language: Language;
  readonly action: MailedAction;
  /** An object with the product's names in five languages. */
  readonly product: object;
  readonly ticketId: string;
  readonly ticketNo: string;
  /** For a reissue. */
  readonly newTicketNo: string | undefined;
  /** Wire time. */
  readonly at: string;
  readonly origin: string;
  /** The cancelled reservations. */
  readonly freed: readonly Reservation[];
}

export const isMailed = (action: DeskAction): action is MailedAction =>
  MAILED.some((mailed) => mailed === action);

/** The mail to the ticket's owner. */
export function changeMail(mail: ChangeMail): Mail {
  const { language, action, freed, ticketId } = mail;
  const words = WORDS[language];
  const [subject, text] = words[action];
  const values: Record<string, string> = {
    ticketNo: mail.ticketNo,
    newTicketNo: mail.newTicketNo ?? '',
    at: momentIn(mail.at, language),
    origin: mail.origin,
    product: nameIn(mail.product, 'productName', language),
  };
  const filled = text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');
  const lines = seatLines({ language, ticketId, reservations: freed });
  const heading = action === 'reissue' ? words.freedByReissue : words.freed;
  return {
    to: mail.to,
    subject,
    text: [filled, ...(lines.length === 0 ? [] : ['', heading, ...lines])].join('\n'),
  };
}
