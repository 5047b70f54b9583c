// Mails about a change of a ticket by staff, in Japanese.
import type { TicketChangeMails } from '../../mail-words.ts';

export const ticketChange: TicketChangeMails = {
  suspend: [
    'きっぷを一時停止しました',
    '{product}（きっぷ番号 {ticketNo}）は {at}から一時停止中です。停止中はコードで改札を通れません。座席予約はそのまま残ります。再び使うには、駅係員または購入先へお問い合わせください。',
  ],
  resume: [
    'きっぷの一時停止を解除しました',
    '{product}（きっぷ番号 {ticketNo}）は {at}に一時停止が解除され、再びお使いいただけます。以前のコードは使えません。通信できる場所でアプリのきっぷを一度開き、新しいコードを受け取ってください。{origin}',
  ],
  refund: [
    'きっぷを払い戻しました',
    '{product}（きっぷ番号 {ticketNo}）は {at}に払い戻しの手続きが済み、使用できなくなりました。返金の金額や時期は、購入先へお問い合わせください。',
  ],
  void: [
    'きっぷが無効になりました',
    '{product}（きっぷ番号 {ticketNo}）は {at}に無効となり、使用できなくなりました。お心当たりがない場合は、駅係員または購入先へお問い合わせください。',
  ],
  reissue: [
    'きっぷを再発行しました',
    '{product}（きっぷ番号 {ticketNo}）を {at}に再発行しました。新しいきっぷ（きっぷ番号 {newTicketNo}）は有効期間が同じで、アプリのきっぷ一覧に追加されています。元のきっぷとそのコードは使えません。{origin}',
  ],
  freed: '取り消された座席予約：',
  freedByReissue: '取り消された座席予約（新しいきっぷで予約し直してください）：',
};
