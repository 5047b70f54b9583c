// One notice. Opening it marks it as read; links lead to the newer and the older one.
import type { Notice } from '@kippu/contract/calls/traveller/notice';
import { Bell, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { isRefusal } from '@kippu/client/call-error';
import { Link } from '../app/router/link.tsx';
import { useParams } from '../app/router/router.ts';
import { formatDate } from '../i18n/format.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Icon } from '@kippu/ui/icon';
import { Loaded } from '../ui/states/load-state.tsx';
import { Markdown } from '../ui/text/markdown.tsx';
import { Paper } from '../ui/layout/paper.tsx';
import { Screen } from '../ui/layout/screen.tsx';
import { NotYet } from './not-yet.tsx';
import { Important } from './notice-list-screen.tsx';
import css from './notice.module.css';
import { markRead, useNotice } from './use-notices.ts';

export function NoticeScreen() {
  const { notice: words } = useMessages();
  const { noticeId = '' } = useParams('notice');
  const query = useNotice(noticeId);
  const read = query.data?.noticeId;
  useEffect(() => {
    if (read !== undefined) markRead([read]);
  }, [read]);
  // An unknown id and a missing one look the same to the reader: the notice is over.
  const gone = noticeId === '' || isRefusal(query.error, 'REQ-0005', 'REQ-0001');
  return (
    <Screen title={words.one} leave="back">
      {gone ? (
        <EmptyState
          icon={Bell}
          title={words.goneTitle}
          action={
            <ButtonLink to="notices" params={{}} replace>
              {words.toList}
            </ButtonLink>
          }
        >
          {words.goneText}
        </EmptyState>
      ) : (
        <Loaded query={query} skeleton={[320]}>
          {(notice) => <Page notice={notice} />}
        </Loaded>
      )}
    </Screen>
  );
}

function Page({ notice }: { readonly notice: Notice }) {
  const { notice: words } = useMessages();
  const language = useLanguage();
  const { newer, older } = { newer: notice.previous, older: notice.next };
  return (
    <>
      <Paper label={notice.title}>
        <div className={css['page']}>
          {notice.level === 'important' && <Important />}
          <NotYet of={notice} />
          <h2 className={css['title']} lang={notice.language}>
            {notice.title}
          </h2>
          <p className={css['date']}>{formatDate(notice.at, language)}</p>
          <div className={css['body']} lang={notice.language}>
            <Markdown source={notice.body} />
          </div>
        </div>
      </Paper>
      {(newer ?? older) && (
        <nav className={css['neighbours']} aria-label={words.neighbours}>
          {newer ? (
            <Link to="notice" params={{ noticeId: newer }} replace className={css['neighbour']}>
              <Icon of={ChevronLeft} />
              {words.newer}
            </Link>
          ) : (
            <span />
          )}
          {older && (
            <Link to="notice" params={{ noticeId: older }} replace className={css['neighbour']}>
              {words.older}
              <Icon of={ChevronRight} />
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
