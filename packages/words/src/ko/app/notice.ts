import type { Messages } from '../../app-words.ts';

export const notice: Messages['notice'] = {
  title: '공지',
  one: '공지',
  important: '중요',
  /** `name`: the language in which it is shown. */
  notYet: (name: string) => `한국어는 준비 중입니다 (${name}로 표시)`,
  unread: '읽지 않음',
  markAll: '모두 읽음으로 표시',
  emptyTitle: '공지가 없습니다',
  emptyText: '운행과 서비스에 관한 공지를 여기에 올립니다.',
  newer: '이후 공지',
  older: '이전 공지',
  neighbours: '다른 공지',
  goneTitle: '게시가 끝난 공지입니다',
  goneText: '더 이상 게시되지 않거나 링크가 중간에 잘렸습니다.',
  toList: '공지 목록으로',
  understood: '확인했습니다',
};
