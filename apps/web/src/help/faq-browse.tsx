// All questions by topic, each opening where it stands.
import type { FaqCategory } from '@kippu/domain/faq-search';
import { ChevronDown } from 'lucide-react';
import { useLanguage } from '../i18n/messages.ts';
import { Icon } from '../ui/icon.tsx';
import { Group } from '../ui/screen.tsx';
import { Strip } from '../ui/strip.tsx';
import { wholeWords } from '../ui/whole-words.ts';
import { AnswerAction } from './answer-action.tsx';
import css from './faq-browse.module.css';

/** Nothing was asked here, so nothing goes along to feedback. */
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
