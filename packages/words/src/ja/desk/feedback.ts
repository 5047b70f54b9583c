// Feedback, in Japanese.

export const feedback = {
  topic: {
    ticket: 'きっぷ',
    seat: '座席の予約',
    gate: '改札・駅',
    account: 'アカウント',
    refund: '払い戻し',
    app: 'アプリの不具合',
    other: 'その他・ご意見',
  },
};
