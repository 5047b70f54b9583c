// Mails about a transferred ticket in Japanese.
import type { TransferMails } from '../../mail-words.ts';

export const transfer: TransferMails = {
  sent: [
    'きっぷを譲りました',
    '{product}（きっぷ番号 {ticketNo}）を {at}に {other} に譲りました。この操作は取り消せません。お手元のコードは、もう使えません。\n\nお心当たりがない場合は、すぐにパスワードを変更し、駅係員にお申し出ください。',
  ],
  received: [
    'きっぷを受け取りました',
    '{product}（きっぷ番号 {ticketNo}）を {at}に {other} から受け取りました。\n\nきっぷ一覧でご確認ください。\n{origin}',
  ],
  sentSeveral: [
    'きっぷを{count}枚譲りました',
    '次のきっぷ{count}枚を {at}に {other} に譲りました。\n{tickets}\n\nこの操作は取り消せません。お手元のコードは、もう使えません。\n\nお心当たりがない場合は、すぐにパスワードを変更し、駅係員にお申し出ください。',
  ],
  receivedSeveral: [
    'きっぷを{count}枚受け取りました',
    '次のきっぷ{count}枚を {at}に {other} から受け取りました。\n{tickets}\n\nきっぷ一覧でご確認ください。\n{origin}',
  ],
  link: [
    'きっぷが届いています',
    'あなたに {product} が送られました。\n\n{until}までに次のリンクを開いて、受け取ってください。アカウントがなければ、そこで作れます。\n{link}\n\nリンクを最初に受け取った方のきっぷになります。ほかの方には送らないでください。',
  ],
  taken: [
    'リンクのきっぷを受け取りました',
    '{product}（きっぷ番号 {ticketNo}）を {at}に受け取りました。\n\nきっぷ一覧でご確認ください。\n{origin}',
  ],
  returned: [
    '譲ったきっぷが戻りました',
    '以前お譲りになった {product}（きっぷ番号 {ticketNo}）が、{at}にあなたのアカウントへ戻りました。譲った相手がきっぷを使わないままアカウントを削除したためです。\n\nきっぷ一覧でご確認ください。\n{origin}',
  ],
  ended:
    '譲り受けた次のきっぷは、譲った方のアカウントもすでにないため、アカウントの削除とともに無効になりました：',
  seats: '一緒に移った座席予約：',
};
