// All questions by topic, each opening where it stands.
import type { FaqCategory } from '@kippu/domain/faq-search';
import { ChevronDown } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import { Group } from '../ui/screen.tsx';
import { Strip } from '../ui/strip.tsx';
import { AnswerAction } from './answer-action.tsx';
import css from './faq-browse.module.css';

/** Nothing was asked here, so nothing goes along to feedback. */
const nothing = () => undefined;

const placeOf = ({ order = Number.MAX_SAFE_INTEGER }: FaqCategory) => order;

export function FaqBrowse({ categories }: { readonly categories: readonly FaqCategory[] }) {
  return categories
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ category, name, entries }) => (
      <Group key={category} title={name}>
        <Strip of={entries} keyOf={({ faqId }) => faqId}>
          {({ question, answer, action }) => (
            <details className={css['entry']}>
              <summary className={css['question']}>
                <span>{question}</span>
                <Icon of={ChevronDown} size={20} />
              </summary>
              <div className={css['answer']}>
                <p>{answer}</p>
                {action && <AnswerAction action={action} onLeave={nothing} />}
              </div>
            </details>
          )}
        </Strip>
      </Group>
    ));
}
