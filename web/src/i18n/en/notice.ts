import type { Messages } from '../words.ts';

export const notice: Messages['notice'] = {
  title: 'Notices',
  one: 'Notice',
  important: 'Important',
  unread: 'Unread',
  markAll: 'Mark all as read',
  emptyTitle: 'No notices',
  emptyText: 'News of trains and of the service will be here.',
  newer: 'Newer',
  older: 'Older',
  neighbours: 'Other notices',
  goneTitle: 'This notice is over',
  goneText: 'It is no longer shown, or the link was cut off.',
  toList: 'See all notices',
  understood: 'I have read this',
};
