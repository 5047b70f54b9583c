import type { Messages } from '../../app-words.ts';

export const notice: Messages['notice'] = {
  title: '通知',
  one: '通知',
  important: '重要',
  /** `name`: the language in which it is shown. */
  notYet: (name: string) => `中文版準備中，暫以${name}顯示`,
  unread: '未讀',
  markAll: '全部標為已讀',
  emptyTitle: '沒有通知',
  emptyText: '列車行駛和服務的通知會顯示在這裡。',
  newer: '較新的通知',
  older: '較早的通知',
  neighbours: '其他通知',
  goneTitle: '此通知已結束',
  goneText: '通知已不再顯示，或連結不完整。',
  toList: '查看全部通知',
  understood: '我已閱讀',
};
