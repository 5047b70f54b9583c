// Questions and answers, newest last. Screen readers announce additions.
import type { FaqEntry } from '@kippu/help-search/search';
import { CircleHelp, Mail } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { useSession } from '../app/session/session.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Icon } from '@kippu/ui/icon';
import { Paper } from '../ui/layout/paper.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { wholeWords } from '../ui/text/whole-words.ts';
import { AnswerAction } from './answer-action.tsx';
import css from './chat-log.module.css';
import type { Turn } from './conversation.ts';
import { laterPart } from '../ui/states/later-part.ts';

const NextOfTraveller = laterPart(async () => (await import('./next-of-traveller.tsx')).NextOfTraveller);

/** The most frequent first questions. Those that the operator does not answer are left out. */
const SUGGESTED = [
  'next-step',
  'add-ticket',
  'use-now',
  'pass-gate',
  'reserve-seat',
  'need-internet',
  'family-tickets',
] as const;

type Entries = ReadonlyMap<string, FaqEntry>;
interface Doing {
  readonly entries: Entries;
  readonly onChoose: (faqId: string) => void;
  readonly onHandOver: () => void;
}

export function ChatLog({ turns, ...doing }: Doing & { readonly turns: readonly Turn[] }) {
  const { help: words } = useMessages();
  const last = useRef<HTMLLIElement>(null);
  const newest = turns.at(-1)?.id ?? 0;
  const shown = useRef(newest);
  useEffect(() => {
    // Scroll only if a turn was added; a return to the tab keeps its position. The length does not show it, because
    // the oldest turn may be dropped.
    if (newest > shown.current) {
      const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      last.current?.scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' });
    }
    shown.current = newest;
  }, [newest]);
  return (
    <>
      <Welcome {...doing} />
      <div role="log" aria-live="polite" aria-label={words.conversation}>
        <ol className={css['log']}>
          {turns.map((turn) => (
            <li key={turn.id} ref={turn === turns.at(-1) ? last : undefined} className={css['turn']}>
              <p className={css['asked']}>
                <span className="unseen">{words.you}: </span>
                <span>{turn.question}</span>
              </p>
              <Answer turn={turn} {...doing} />
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function Welcome({ entries, onChoose }: Doing) {
  const { help: words } = useMessages();
  const session = useSession();
  const language = useLanguage();
  return (
    <section className={css['welcome']}>
      <h2 className={css['welcomeTitle']}>{words.welcomeTitle}</h2>
      <p className={css['welcomeText']}>{wholeWords(words.welcomeText, language)}</p>
      {session && (
        <Suspense fallback={<Skeleton heights={[24, 52]} />}>
          <NextOfTraveller title={words.nextTitle} />
        </Suspense>
      )}
      <Questions title={words.suggestions} ids={SUGGESTED} entries={entries} onChoose={onChoose} />
      {/* A traveller who needs staff finds the link without asking a question. */}
      <ButtonLink to="feedback" params={{}} kind="text" icon={Mail}>
        {words.actions.feedback}
      </ButtonLink>
    </section>
  );
}

function Answer({ turn, entries, onChoose, onHandOver }: Doing & { readonly turn: Turn }) {
  const { help: words } = useMessages();
  const language = useLanguage();
  const entry = turn.faqId === null ? undefined : entries.get(turn.faqId);
  return (
    <div className={css['answer']}>
      <Paper>
        {entry ? (
          <div className={css['words']}>
            <h3 className={css['question']}>{wholeWords(entry.question, language)}</h3>
            <p>{wholeWords(entry.answer, language)}</p>
            {entry.action && <AnswerAction action={entry.action} onLeave={onHandOver} />}
          </div>
        ) : (
          <div className={css['words']}>
            <h3 className={css['unknown']}>
              <Icon of={CircleHelp} />
              {words.unknownTitle}
            </h3>
            <p>{words.unknownText}</p>
            <div onClickCapture={onHandOver}>
              <ButtonLink to="feedback" params={{}} kind="outline" icon={Mail}>
                {words.handOver}
              </ButtonLink>
            </div>
          </div>
        )}
      </Paper>
      <Questions
        title={entry ? words.related : words.nearest}
        ids={turn.related}
        entries={entries}
        onChoose={onChoose}
      />
    </div>
  );
}

function Questions({
  title,
  ids,
  entries,
  onChoose,
}: Pick<Doing, 'entries' | 'onChoose'> & { readonly title: string; readonly ids: readonly string[] }) {
  const known = ids.flatMap((id) => entries.get(id) ?? []);
  if (known.length === 0) return null;
  return (
    <div className={css['related']}>
      <p className={css['relatedTitle']}>{title}</p>
      <ul className={css['chips']}>
        {known.map(({ faqId, question }) => (
          <li key={faqId}>
            <button type="button" className={css['chip']} onClick={() => onChoose(faqId)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
