// What mails and messages to phones are about, and why one was not sent.
import type { MailKind, PushTopic } from '@kippu/contract/values';
import { text, type Text } from '../app/text/texts.ts';

export const MAIL_KIND_WORDS: Readonly<Record<MailKind | PushTopic, Text>> = {
  registry: text('新規登録のコード', 'Code for a new account'),
  resetPassword: text('パスワード再設定のコード', 'Code for a new password'),
  alreadyRegistered: text('アカウント登録済みのお知らせ', 'Account exists already'),
  passwordChanged: text('パスワード変更のお知らせ', 'Password changed'),
  deleted: text('アカウント削除のお知らせ', 'Account deleted'),
  ticketChanged: text('係員によるきっぷの変更', 'Ticket changed by staff'),
  transferSent: text('きっぷを譲渡した方へのお知らせ', 'Ticket transferred, to the sender'),
  ticketReturned: text('譲ったきっぷが戻ったお知らせ', 'Transferred ticket came back'),
  ticketLink: text('きっぷを送るリンク', 'Link that passes a ticket on'),
  transferReceived: text('きっぷを受け取った方へのお知らせ', 'Ticket transferred, to the receiver'),
  disruption: text('列車の変更のお知らせ', 'Train changed'),
  reserved: text('座席の予約のお知らせ', 'Seats reserved'),
  reservationChanged: text('予約の変更のお知らせ', 'Reservation changed'),
  reservationCancelled: text('予約の取り消しのお知らせ', 'Reservation cancelled'),
  tripEve: text('乗車前日のお知らせ', 'The evening before a trip'),
  webhookDisabled: text('提携先の通知先の停止のお知らせ', 'Webhook endpoint switched off'),
  departure: text('発車前の通知', 'Notification before departure'),
  change: text('列車の変更の通知', 'Notification of a changed train'),
  received: text('きっぷの受け取りの通知', 'Notification of a received ticket'),
  passage: text('改札通過の通知', 'Notification of a passed gate'),
};

/** Returns why one was not sent. The number is the answer of the mail server or push service. */
export function reasonWords(reason: string): Text {
  const [kind = '', number = ''] = reason.split(' ');
  if (kind === 'refused')
    return text('宛先に届きません（{number}）', 'The address was refused ({number})', { number });
  if (kind === 'deferred')
    return text('1日以上受け付けられませんでした（{number}）', 'Not accepted for over a day ({number})', {
      number,
    });
  if (kind === 'answered')
    return text(
      '通知サービスに拒否されました（{number}）',
      'The notification service refused it ({number})',
      { number },
    );
  if (kind === 'failed')
    return text(
      '通知サービスに接続できません（{number}）',
      'The notification service was not reached ({number})',
      { number },
    );
  if (kind === 'address')
    return text('許可されていない通知サービスです', 'Its notification service is not allowed');
  if (kind === 'unreadable')
    return text('鍵が交換され、読めません', 'The server’s key was replaced: it cannot be read');
  return text('サーバーの不具合（{reason}）', 'A fault of the server ({reason})', { reason });
}
