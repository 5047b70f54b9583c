// Mails and notices about a disrupted reservation in Japanese.
import type { DisruptionTexts } from '../../mail-words.ts';

export const disruption: DisruptionTexts = {
  texts: {
    cancelled: [
      '{train}は運休です。別の列車をお選びください',
      '{day}の{train}は、{from}から{to}まで運転しないことになりました。',
      '{until}まで、別の列車に無料で変更できます。予約回数は減りません。予約を取り消すこともできます。',
    ],
    stopLeftOut: [
      '{train}はご利用の駅に停車しません。別の列車をお選びください',
      '{day}の{train}は運転しますが、{from}または{to}に停車しないため、この区間ではご利用いただけません。',
      '{until}まで、別の列車に無料で変更できます。予約回数は減りません。予約を取り消すこともできます。',
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
    restoredLate: [
      '{train}は遅れて運転します',
      '{day}の{train}（{from}から{to}）は、ご予約の座席で運転しますが、遅れています。',
      '駅に向かう前に、アプリで予想時刻をご確認ください。',
    ],
  },
  noTrainLeft: 'きっぷの有効期限までに乗れる列車はもうありません。本日中に駅係員にお申し出ください。',
  booked: '予約時：{times}',
  now: '現在：{times}',
  gone: 'なくなった座席：{seats}',
  kept: 'そのままの座席：{seats}',
  seats: '座席：{seats}',
  open: 'ご予約はこちら：',
};
