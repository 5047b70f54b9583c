// The titles of the desk's places, in Japanese.

export const places = {
  home: 'ホーム',
  tickets: 'きっぷ',
  counter: '受け取り',
  issue: '発行',
  gates: '改札',
  notices: 'お知らせ',
  feedback: 'お問い合わせ',
  trains: '列車',
  timetable: '時刻表',
  partners: '提携先',
  staff: '係員',
  mails: 'メール',
  record: '記録',
};
