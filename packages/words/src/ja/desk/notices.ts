// Notices, in Japanese.

export const notices = {
  state: { coming: '掲載前', shown: '掲載中', past: '掲載終了', withdrawn: '取り下げ' },
  level: { info: '通常', important: '重要' },
};
