// Mails about one's own reservations in Japanese.
import type { ReservationMails, StopPage } from '../../mail-words.ts';

export const reservation: ReservationMails = {
  reserved: ['予約しました：{train}、{day}', '座席を予約しました。'],
  changed: ['予約を変更しました：{train}、{day}', '予約を変更しました。新しい内容は次のとおりです。'],
  cancelled: ['予約を取り消しました：{train}、{day}', '座席の予約を取り消しました。'],
  cancelledPart: ['座席の一部を取り消しました：{train}、{day}', '座席の予約の一部を取り消しました。'],
  replaced: [
    '予約を取り消しました：{train}、{day}',
    '同じきっぷで別の列車を予約されたため、乗れなくなったこの列車の予約を取り消しました。',
  ],
  eve: ['{day} {time}発：{train}、{from}', '{day}にご乗車の列車のお知らせです。'],
  train: '列車：{train}',
  departs: '発車：{moment} {station}',
  arrives: '到着：{moment} {station}',
  expected: '遅れています。発車予定：{time}',
  platform: '{station} {platform}番のりば',
  cancelledSeats: '取り消した座席：{seats}',
  changeUntil: '{until}まで、アプリで変更や取り消しができます。',
  notYou: '心当たりのない場合は、パスワードを変更してください。',
  calendar: {
    added: '添付のファイルを開くと、カレンダーに登録できます。',
    updated: '添付のファイルを開くと、カレンダーの予定が更新されます。',
    removed: '添付のファイルを開くと、カレンダーの予定が取り消されます。',
  },
  tickets: 'きっぷ：',
  ticket: {
    waiting:
      '{product}（番号 {ticketNo}）：使用開始前です。乗車当日、駅に入る前にアプリで「使う」を押してください。',
    inUse: '{product}（番号 {ticketNo}）：使用中です。{until}まで有効です。',
    suspended: '{product}（番号 {ticketNo}）：一時停止中で、改札を通れません。駅係員にお申し出ください。',
  },
  stop: '前日のお知らせを止める：',
  calendarTitle: '{train} {from}→{to}',
  calendarCancelled: '【運休】{title}',
};

export const stopPage: StopPage = {
  ask: [
    '前日のお知らせを止めますか',
    '乗車前日に届くメールを止めます。予約、変更、運休などのお知らせは、これまでどおり届きます。',
  ],
  send: 'お知らせを止める',
  done: ['前日のお知らせを止めました', 'アプリの「アカウント」で、いつでも再開できます。'],
  gone: ['このリンクは使えません', '前日のお知らせは、アプリの「アカウント」で止められます。'],
};
