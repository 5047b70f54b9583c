// The notices shown now and this phone's read marks, in one place for the bell, the list and the page of one.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { listSaasNotice, loadSaasNotice, type Notice, type NoticeHead } from '@kippu/contract/notice';
import { marked, prunedMarks } from '@kippu/domain/notice-read';
import { useEffect } from 'react';
import { send } from '../app/api.ts';
import { queryKey } from '../app/queries.ts';
import { getSession } from '../app/session.ts';
import { changeSettings, getSettings } from '../app/settings.ts';
import { useLanguage } from '../i18n/messages.ts';

/** News is no countdown: one question in five minutes is enough. */
const STALE_MS = 5 * 60_000;

/** Puts marks right that name notices the server no longer has. */
function pruneMarks(notices: readonly NoticeHead[]): void {
  const { readNotices, onceReadNotices } = getSettings();
  const [read, once] = [prunedMarks(readNotices, notices), prunedMarks(onceReadNotices, notices)];
  if (read !== readNotices || once !== onceReadNotices)
    changeSettings({ readNotices: read, onceReadNotices: once });
}

/** All notices shown now, in the language of the app, newest first. */
export function useNotices(): UseQueryResult<NoticeHead[], Error> {
  const language = useLanguage();
  const query = useQuery<NoticeHead[], Error>({
    queryKey: [...queryKey(listSaasNotice), language],
    queryFn: ({ signal }) => send(listSaasNotice, { signal }),
    staleTime: STALE_MS,
  });
  useEffect(() => {
    // A visitor is not told of a guest's own notices: they are no less there.
    if (query.data && getSession()) pruneMarks(query.data);
  }, [query.data]);
  return query;
}

/** One notice with its words. */
export function useNotice(noticeId: string): UseQueryResult<Notice, Error> {
  const language = useLanguage();
  return useQuery<Notice, Error>({
    queryKey: [...queryKey(loadSaasNotice, { noticeId }), language],
    queryFn: ({ signal }) => send(loadSaasNotice, { query: { noticeId }, signal }),
    staleTime: STALE_MS,
  });
}

/** Marks notices as opened on this phone. */
export function markRead(noticeIds: readonly string[]): void {
  const { readNotices } = getSettings();
  const next = noticeIds.reduce(marked, readNotices);
  if (next !== readNotices) changeSettings({ readNotices: next });
}

/** Marks one that was shown over the page: read, and never shown so again. */
export function markShownOnce(noticeId: string): void {
  const { readNotices, onceReadNotices } = getSettings();
  changeSettings({
    readNotices: marked(readNotices, noticeId),
    onceReadNotices: marked(onceReadNotices, noticeId),
  });
}
