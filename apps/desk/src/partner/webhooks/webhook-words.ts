// The words that several dialogs of webhooks show.
import type { WebhookTopic } from '@kippu/contract/partner/webhook-topics';
import { text, type Text } from '../../app/text/texts.ts';

export const TOPIC_WORDS: Readonly<Record<WebhookTopic, Text>> = {
  issued: text('発行・注文の確定', 'Issued, and orders'),
  added: text('旅行者が受け取り', 'Added by a traveller'),
  used: text('使用開始・使用済み', 'Use begun, and used up'),
  passed: text('改札の通過', 'Passed a gate'),
  transferred: text('譲渡', 'Transferred'),
  seatReserved: text('座席の予約', 'Seat reserved'),
  seatChanged: text('座席の変更・取り消し', 'Seat changed or cancelled'),
  seatLost: text('運休や編成変更による座席の喪失', 'Seat lost by a change of the train'),
  refunded: text('払い戻し・無効', 'Refunded or void'),
  suspended: text('停止・再開', 'Suspended, and resumed'),
  expired: text('期限切れ', 'Expired'),
};

export const TITLE = (name: string) => text('{name}の通知先', 'Webhooks of {name}', { name });
export const NEW_SECRET = text('新しい署名の鍵', 'The new signing secret');
export const COPY_SECRET = text('鍵をコピー', 'Copy secret');

/** Returns why an event was not accepted. */
export function failureWords(reason: string): Text {
  const answered = /^answered (\d+)$/.exec(reason)?.[1];
  if (answered !== undefined) return text('応答 {status}', 'It answered {status}', { status: answered });
  if (reason === 'timeout') return text('10秒以内に応答しませんでした', 'No answer within 10 seconds');
  if (reason === 'address not allowed')
    return text('公開されたインターネットの宛先ではありません', 'The address is not on the public internet');
  if (reason === 'secret unreadable')
    return text(
      '署名の鍵が読めません。新しい鍵を発行してください',
      'The secret cannot be read. Make a new one',
    );
  return text('つながりませんでした（{reason}）', 'Not reached ({reason})', { reason });
}
