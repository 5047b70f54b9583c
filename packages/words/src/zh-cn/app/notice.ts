import type { Messages } from '../../app-words.ts';

export const notice: Messages['notice'] = {
  title: '通知',
  one: '通知',
  important: '重要',
  /** `name`: the language in which it is shown. */
  notYet: (name: string) => `中文版准备中，暂以${name}显示`,
  unread: '未读',
  markAll: '全部标为已读',
  emptyTitle: '没有通知',
  emptyText: '列车运行和服务的通知会显示在这里。',
  newer: '较新的通知',
  older: '较早的通知',
  neighbours: '其他通知',
  goneTitle: '该通知已结束',
  goneText: '通知已不再显示，或链接不完整。',
  toList: '查看全部通知',
  understood: '我已阅读',
};
