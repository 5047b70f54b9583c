export const notice = {
  title: 'お知らせ',
  one: 'お知らせ',
  important: '重要',
  /** `name`: the language in which it is shown. */
  notYet: (name: string) => `日本語は準備中です（${name}で表示）`,
  unread: '未読',
  markAll: 'すべて既読にする',
  emptyTitle: 'お知らせはありません',
  emptyText: '運行やサービスのお知らせを、ここに掲載します。',
  newer: '新しいお知らせ',
  older: '前のお知らせ',
  neighbours: '前後のお知らせ',
  goneTitle: 'このお知らせは終了しました',
  goneText: '掲載が終わったか、リンクが途中で切れています。',
  toList: 'お知らせ一覧へ',
  understood: '確認しました',
};
