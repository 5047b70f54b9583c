// All questions by topic. Each answer opens in place.
import type { FaqCategory } from '@kippu/help-search/search';
import { ChevronDown } from 'lucide-react';
import { useLanguage } from '../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { Group } from '../ui/layout/screen.tsx';
import { Strip } from '../ui/layout/strip.tsx';
import { wholeWords } from '../ui/text/whole-words.ts';
import { AnswerAction } from './answer-action.tsx';
import css from './faq-browse.module.css';

/** Nothing was asked here, so feedback gets no conversation. */
const nothing = () => undefined;

const placeOf = ({ order = Number.MAX_SAFE_INTEGER }: FaqCategory) => order;

export function FaqBrowse({ categories }: { readonly categories: readonly FaqCategory[] }) {
  const language = useLanguage();
  return categories
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ category, name, entries }) => (
      <Group key={category} title={name}>
        <Strip of={entries} keyOf={({ faqId }) => faqId}>
          {({ question, answer, action }) => (
            <details className={css['entry']}>
              <summary className={css['question']}>
                <span>{wholeWords(question, language)}</span>
                <Icon of={ChevronDown} size={20} />
              </summary>
              <div className={css['answer']}>
                <p>{wholeWords(answer, language)}</p>
                {action && <AnswerAction action={action} onLeave={nothing} />}
              </div>
            </details>
          )}
        </Strip>
      </Group>
    ));
}
