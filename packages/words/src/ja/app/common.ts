export const common = {
  back: '戻る',
  close: '閉じる',
  retry: 'もう一度試す',
  more: 'さらに表示',
  loading: '読み込み中',
  tabTickets: 'きっぷ',
  tabSeats: '座席',
  tabHelp: 'ヘルプ',
  tabAccount: 'アカウント',
  noticeBell: (unread: number) => (unread === 0 ? 'お知らせ' : `お知らせ、未読${unread}件`),
  offline: '通信できません。',
  offlineCodes: '通信できません。24時間以内に開いたコードは使えます。',
  /** The time in the railway's zone: '中央ヨーロッパ時間 14:15'. */
  clockOf: (zone: string, time: string) => `${zone} ${time}`,
  failedTitle: '読み込めませんでした',
  slow: '読み込みに時間がかかっています',
  brokenTitle: '表示できませんでした',
  brokenText:
    'アプリに問題が起きました。読み込み直してください。直らないときは、ブラウザーかスマートフォンを更新してください。きっぷはそのまま残っています。',
  reload: '読み込み直す',
  serverErrorTitle: 'ただいま、処理できません',
  serverErrorText: '申し訳ございません。数分後にもう一度お試しください。',
  maintenanceTitle: 'メンテナンス中です',
  maintenanceText: '申し訳ございません。24時間以内に開いたコードは使えます。',
  toTickets: 'きっぷ一覧へ',
  notJson: 'サーバーから正しい応答がありません。もう一度お試しください。',
  waitFor: (seconds: number) =>
    seconds < 120
      ? `${seconds}秒後にもう一度お試しください。`
      : `${Math.ceil(seconds / 60)}分後にもう一度お試しください。`,
};
