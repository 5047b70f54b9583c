// All notices, including those from the operator's files, newest first.
import { languageName } from '@kippu/words/languages';
import { MegaphoneOff, Plus } from 'lucide-react';
import { NOTICE_STATES } from '@kippu/contract/values';
import { deskNotices } from '@kippu/contract/routes/desk/notices';
import type { DeskNoticeHead } from '@kippu/contract/calls/desk/notices';
import { useFormat } from '../app/text/format.ts';
import { usePages } from '../app/call/queries.ts';
import { hrefOf, navigate } from '../app/router/router.ts';
import { useSession } from '../app/session/session.ts';
import { text, useSay } from '../app/text/texts.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Chip } from '../ui/layout/chip.tsx';
import { DataTable, type Column } from '../ui/layout/data-table.tsx';
import { SelectField } from '../ui/controls/field.tsx';
import { Empty } from '../ui/layout/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Filters, Page } from '../ui/layout/page.tsx';
import { keptDraft } from './notice-draft.ts';
import { LEVEL_WORDS, STATE_TONES, STATE_WORDS } from './notice-words.ts';
import css from './notice.module.css';

const WORDS = {
  title: text('お知らせ', 'Notices'),
  lead: text('旅客のアプリに各言語で表示されます。', 'What travellers read in the app, in each language.'),
  add: text('お知らせを書く', 'Write a notice'),
  state: text('状態', 'State'),
  all: text('すべて', 'All'),
  head: text('見出し', 'Title'),
  from: text('掲載開始', 'From'),
  until: text('掲載終了', 'Until'),
  by: text('最後の保存', 'Last saved'),
  file: text('事業者ファイル', 'Operator’s file'),
  draft: text('下書きあり', 'Draft'),
  unwritten: (names: string) => text('未入力：{names}', 'Not yet in {names}', { names }),
  once: text('一度だけ重ねて表示', 'Over the page once'),
  none: text('お知らせはありません', 'There are no notices'),
  noneOf: text('この状態のお知らせはありません', 'There are no notices in this state'),
  unsaved: text('保存していない新しいお知らせがあります', 'You have a new notice that is not saved'),
  goOn: text('続きを書く', 'Continue writing'),
};

const isState = (value: string): value is (typeof NOTICE_STATES)[number] =>
  NOTICE_STATES.some((state) => state === value);

export function NoticeList({ state }: { readonly state: string }) {
  const say = useSay();
  const { shortMoment } = useFormat();
  const staffId = useSession().staff?.staffId ?? '';
  const source = usePages(deskNotices, isState(state) ? { state } : {});
  const columns: Column<DeskNoticeHead>[] = [
    { title: say(WORDS.head), cell: ({ title }) => <span className={css['head']}>{title}</span> },
    {
      title: say(WORDS.state),
      cell: (notice) => (
        <span className={css['chips']}>
          <Chip tone={STATE_TONES[notice.state]}>{say(STATE_WORDS[notice.state])}</Chip>
          {notice.level === 'important' && <Chip tone="warn">{say(LEVEL_WORDS.important)}</Chip>}
          {notice.level === 'important' && notice.once && <Chip>{say(WORDS.once)}</Chip>}
          {notice.source === 'desk' && notice.unwritten.length > 0 && (
            <Chip>{say(WORDS.unwritten(notice.unwritten.map(languageName).join(', ')))}</Chip>
          )}
          {keptDraft(staffId, notice.noticeId) && <Chip tone="info">{say(WORDS.draft)}</Chip>}
        </span>
      ),
    },
    { title: say(WORDS.from), cell: ({ from }) => shortMoment(from), whole: true },
    { title: say(WORDS.until), cell: ({ until }) => shortMoment(until), whole: true },
    { title: say(WORDS.by), cell: ({ saved }) => saved?.by ?? say(WORDS.file) },
  ];
  return (
    <Page
      title={say(WORDS.title)}
      lead={say(WORDS.lead)}
      actions={
        <ButtonLink icon={Plus} href={hrefOf('notices', ['new'])}>
          {say(WORDS.add)}
        </ButtonLink>
      }
    >
      {keptDraft(staffId, 'new') && (
        <NoticeBox
          title={say(WORDS.unsaved)}
          action={
            <ButtonLink kind="outline" href={hrefOf('notices', ['new'])}>
              {say(WORDS.goOn)}
            </ButtonLink>
          }
        />
      )}
      <Filters>
        <SelectField
          label={say(WORDS.state)}
          value={isState(state) ? state : ''}
          onValue={(next) => navigate(hrefOf('notices', [], { state: next }), { replace: true })}
          choices={[
            { value: '', label: say(WORDS.all) },
            ...NOTICE_STATES.map((value) => ({ value, label: say(STATE_WORDS[value]) })),
          ]}
        />
      </Filters>
      <DataTable
        label={say(WORDS.title)}
        columns={columns}
        source={source}
        keyOf={({ noticeId }) => noticeId}
        href={({ noticeId }) => hrefOf('notices', [noticeId])}
        empty={<Empty icon={MegaphoneOff} title={say(isState(state) ? WORDS.noneOf : WORDS.none)} />}
      />
    </Page>
  );
}
