import type { Messages } from '../../app-words.ts';

export const notice: Messages['notice'] = {
  title: 'Notices',
  one: 'Notice',
  important: 'Important',
  /** `name`: the language in which it is shown. */
  notYet: (name: string) => `Not in English yet, shown in ${name}`,
  unread: 'Unread',
  markAll: 'Mark all as read',
  emptyTitle: 'No notices',
  emptyText: 'News about trains and this service appears here.',
  newer: 'Newer',
  older: 'Older',
  neighbours: 'Other notices',
  goneTitle: 'This notice has ended',
  goneText: 'It is no longer shown, or the link is incomplete.',
  toList: 'See all notices',
  understood: 'I have read this',
};
