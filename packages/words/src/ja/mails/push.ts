// What is pushed to phones in Japanese: a title of 50 characters at most, and a text of 120.
import type { PushWords } from '../../mail-words.ts';

export const push: PushWords = {
  change: {
    cancelled: [
      '{train}は運休です',
      '{from}から{to}まで運転しません。アプリで別の列車に無料で変更できます。',
    ],
    stopLeftOut: [
      '{train}はご利用の駅に停まりません',
      '{from}から{to}までご乗車になれません。アプリで別の列車に無料で変更できます。',
    ],
    restored: [
      '{train}は運転します',
      '{from}を{time}に発車します。お席はそのままです。お手続きは必要ありません。',
    ],
    seatGone: ['{train}のお席がなくなりました', '編成が変わりました。アプリで別の席を無料で選べます。'],
    retimed: ['{train}の時刻が変わりました', '{from}を{time}に発車します。お席はそのままです。'],
    platform: [
      '{train}は{platform}番のりばに変わりました',
      '{from}を{time}に発車します。{platform}番のりばへお越しください。',
    ],
    late: [
      '{train}は約{minutes}分遅れています',
      '{from}を{time}ごろ発車する見込みです。お出かけ前にアプリでもう一度ご確認ください。',
    ],
    onTime: ['{train}の遅れは解消しました', '{from}を{time}に発車します。この時刻までに駅へお越しください。'],
  },
  departure: [
    '{train}は{time}に発車します',
    '{from} {platform}番のりば。お席は{seats}です。',
    '{from}。のりばは駅の案内でご確認ください。お席は{seats}です。',
  ],
  received: ['きっぷを受け取りました', '{product}がお手元のきっぷに加わりました。アプリでご確認ください。'],
  entered: ['ご一緒の方が入場しました', '{time}に{station}の改札を入りました。お手続きは必要ありません。'],
  left: ['ご一緒の方が出場しました', '{time}に{station}の改札を出ました。お手続きは必要ありません。'],
  lateMail: [
    '{day}の{train}は約{minutes}分遅れています。{from}を{time}ごろ発車する見込みです。',
    '遅れは短くなることがあります。お出かけ前にアプリでご確認ください。ご都合が悪い場合は、アプリで別の列車をお選びください。',
  ],
};
