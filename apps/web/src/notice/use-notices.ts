// The current notices and this phone's read marks, shared by the bell, the list and the notice screen.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { listSaasNotice, loadSaasNotice } from '@kippu/contract/routes/traveller/notice';
import type { Notice, NoticeHead } from '@kippu/contract/calls/traveller/notice';
import { marked, prunedMarks } from '@kippu/domain/notice/unread';
import { useEffect } from 'react';
import { send } from '../app/call/api.ts';
import { queryKey, withoutGone } from '../app/query/queries.ts';
import { getSession } from '../app/session/session.ts';
import { changeSettings, getSettings } from '../app/storage/settings.ts';
import { useLanguage } from '../i18n/messages.ts';

/** Notices are not urgent: one request in five minutes is enough. */
const STALE_MS = 5 * 60_000;

/** Deletes marks of notices that the server no longer has. */
function pruneMarks(notices: readonly NoticeHead[]): void {
  const { readNotices, onceReadNotices } = getSettings();
  const [read, once] = [prunedMarks(readNotices, notices), prunedMarks(onceReadNotices, notices)];
  if (read !== readNotices || once !== onceReadNotices)
    changeSettings({ readNotices: read, onceReadNotices: once });
}

/** Returns all current notices in the app's language, newest first. */
export function useNotices(): UseQueryResult<NoticeHead[], Error> {
  const language = useLanguage();
  const query = useQuery<NoticeHead[], Error>({
    queryKey: [...queryKey(listSaasNotice), language],
    queryFn: ({ signal }) => send(listSaasNotice, { signal }),
    staleTime: STALE_MS,
  });
  useEffect(() => {
    // A visitor's list lacks the notices of guests, which still exist: prune for guests only.
    if (query.data && getSession()) pruneMarks(query.data);
  }, [query.data]);
  return query;
}

/** Returns one notice with its text. */
export function useNotice(noticeId: string): UseQueryResult<Notice, Error> {
  const language = useLanguage();
  return withoutGone(
    useQuery<Notice, Error>({
      queryKey: [...queryKey(loadSaasNotice, { noticeId }), language],
      queryFn: ({ signal }) => send(loadSaasNotice, { query: { noticeId }, signal }),
      staleTime: STALE_MS,
    }),
  );
}

/** Marks notices as read on this phone. */
export function markRead(noticeIds: readonly string[]): void {
  const { readNotices } = getSettings();
  const next = noticeIds.reduce(marked, readNotices);
  if (next !== readNotices) changeSettings({ readNotices: next });
}

/** Marks a notice that was shown over the page as read and not to be shown so again. */
export function markShownOnce(noticeId: string): void {
  const { readNotices, onceReadNotices } = getSettings();
  changeSettings({
    readNotices: marked(readNotices, noticeId),
    onceReadNotices: marked(onceReadNotices, noticeId),
  });
}
