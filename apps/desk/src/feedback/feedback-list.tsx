// Travellers' messages, newest first. The list starts with those that nobody has handled.
import { Image, Inbox } from 'lucide-react';
import { deskFeedbackList } from '@kippu/contract/routes/desk/feedback';
import type { FeedbackHead } from '@kippu/contract/calls/desk/feedback';
import { FEEDBACK_TOPICS } from '@kippu/contract/values';
import { useFormat } from '../app/text/format.ts';
import { languageName } from '@kippu/words/languages';
import { usePages } from '../app/call/queries.ts';
import { hrefOf, navigate, type Query } from '../app/router/router.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Icon } from '@kippu/ui/icon';
import { Chip } from '../ui/layout/chip.tsx';
import { DataTable, type Column } from '../ui/layout/data-table.tsx';
import { Checkbox, SelectField } from '../ui/controls/field.tsx';
import { Empty } from '../ui/layout/load-state.tsx';
import { Filters, Page } from '../ui/layout/page.tsx';
import { TOPIC_WORDS, topicWord } from './feedback-words.ts';
import css from './feedback.module.css';

const WORDS = {
  title: text('お問い合わせ', 'Messages'),
  lead: text(
    '旅客がアプリから送ったメッセージです。開くと記録に残ります。',
    'Messages that travellers sent from the app. Opening one is recorded.',
  ),
  state: text('状態', 'State'),
  open: text('未対応', 'Open'),
  handled: text('対応済み', 'Handled'),
  all: text('すべて', 'All'),
  topic: text('種類', 'Topic'),
  withTicket: text('きっぷについてのもののみ', 'Only about a ticket'),
  beginning: text('書き出し', 'Beginning'),
  at: text('受信', 'Received'),
  language: text('言語', 'Language'),
  about: text('添付', 'Attached'),
  ticket: text('きっぷ', 'Ticket'),
  picture: text('画像', 'Picture'),
  noneOpen: text('未対応のお問い合わせはありません', 'Nothing is waiting for an answer'),
  none: text('あてはまるお問い合わせはありません', 'No message matches'),
  visitor: text('ログインなし', 'No login'),
};

export function FeedbackList({ query }: { readonly query: Query }) {
  const say = useSay();
  const { shortMoment } = useFormat();
  const { state: asked = 'open', topic = '', ticket = '' } = query;
  const state = asked === 'handled' || asked === 'all' ? asked : 'open';
  const source = usePages(deskFeedbackList, {
    ...(state === 'all' ? {} : { state }),
    ...(topic === '' ? {} : { topic }),
    ...(ticket === '' ? {} : { withTicket: true }),
  });
  const filter = (part: Query) =>
    navigate(hrefOf('feedback', [], { state, topic, ticket, ...part }), { replace: true });
  const columns: Column<FeedbackHead>[] = [
    {
      title: say(WORDS.beginning),
      cell: ({ beginning, language }) => (
        <span className={css['beginning']} lang={language}>
          {beginning}
        </span>
      ),
    },
    { title: say(WORDS.topic), cell: (each) => say(topicWord(each.topic)) },
    {
      title: say(WORDS.state),
      cell: ({ handled }) => (
        <Chip tone={handled ? 'plain' : 'info'}>{say(handled ? WORDS.handled : WORDS.open)}</Chip>
      ),
    },
    { title: say(WORDS.at), cell: ({ at }) => shortMoment(at), whole: true },
    {
      title: say(WORDS.language),
      cell: ({ language }) => <span lang={language}>{languageName(language)}</span>,
    },
    {
      title: say(WORDS.about),
      cell: ({ ticketNo, hasPicture, byVisitor }) => (
        <span className={css['chips']}>
          {ticketNo && <Chip>{say(WORDS.ticket)}</Chip>}
          {byVisitor && <Chip>{say(WORDS.visitor)}</Chip>}
          {hasPicture && (
            <span className={css['picture']}>
              <Icon of={Image} size={18} />
              <span className="unseen">{say(WORDS.picture)}</span>
            </span>
          )}
        </span>
      ),
    },
  ];
  return (
    <Page title={say(WORDS.title)} lead={say(WORDS.lead)}>
      <Filters>
        <SelectField
          label={say(WORDS.state)}
          value={state}
          onValue={(next) => filter({ state: next })}
          choices={[
            { value: 'open', label: say(WORDS.open) },
            { value: 'handled', label: say(WORDS.handled) },
            { value: 'all', label: say(WORDS.all) },
          ]}
        />
        <SelectField
          label={say(WORDS.topic)}
          value={topic}
          onValue={(next) => filter({ topic: next })}
          choices={[
            { value: '', label: say(WORDS.all) },
            ...FEEDBACK_TOPICS.map((value) => ({ value, label: say(TOPIC_WORDS[value]) })),
          ]}
        />
        <Checkbox checked={ticket !== ''} onChecked={(only) => filter({ ticket: only ? '1' : '' })}>
          {say(WORDS.withTicket)}
        </Checkbox>
      </Filters>
      <DataTable
        label={say(WORDS.title)}
        columns={columns}
        source={source}
        keyOf={({ feedbackId }) => feedbackId}
        href={({ feedbackId }) => hrefOf('feedback', [feedbackId])}
        empty={
          <Empty
            icon={Inbox}
            title={say(state === 'open' && !topic && !ticket ? WORDS.noneOpen : WORDS.none)}
          />
        }
      />
    </Page>
  );
}
