// The offered languages as tabs. Each tab shows the state of its text.
import { Check, CircleDashed, CircleDotDashed } from 'lucide-react';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { offeredLanguages, type Language } from '@kippu/contract/languages';
import { languageName } from '@kippu/words/languages';
import { text, useSay, type Text } from '../app/text/texts.ts';
import { Icon } from '@kippu/ui/icon';
import { textState, type Draft, type TextState } from './notice-draft.ts';
import css from './notice.module.css';

const WORDS = { languages: text('言語', 'Language') };
const STATES: Readonly<Record<TextState, { readonly icon: typeof Check; readonly words: Text }>> = {
  empty: { icon: CircleDashed, words: text('未入力', 'empty') },
  part: { icon: CircleDotDashed, words: text('入力途中', 'half written') },
  full: { icon: Check, words: text('入力済み', 'written') },
};

/** The arrow keys, Home and End move between the tabs. */
function steppedTo(key: string, at: number): number | undefined {
  const last = offeredLanguages().length - 1;
  if (key === 'ArrowRight') return at === last ? 0 : at + 1;
  if (key === 'ArrowLeft') return at === 0 ? last : at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

export function LanguageTabs({
  of: draft,
  shown,
  onShown,
  children,
}: {
  readonly of: Pick<Draft, 'title' | 'body'>;
  readonly shown: Language;
  readonly onShown: (language: Language) => void;
  /** The panel of the selected language. */
  readonly children: ReactNode;
}) {
  const say = useSay();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const step = (event: KeyboardEvent) => {
    const next = steppedTo(event.key, offeredLanguages().indexOf(shown));
    const language = next === undefined ? undefined : offeredLanguages()[next];
    if (next === undefined || language === undefined) return;
    event.preventDefault();
    onShown(language);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div className={css['tabs']}>
      <div
        className={css['tabList']}
        role="tablist"
        aria-label={say(WORDS.languages)}
        ref={list}
        onKeyDown={step}
      >
        {offeredLanguages().map((language) => {
          const state = textState(draft, language);
          return (
            <button
              key={language}
              type="button"
              role="tab"
              id={`${id}-${language}`}
              aria-selected={language === shown}
              aria-controls={`${id}-panel`}
              tabIndex={language === shown ? 0 : -1}
              className={css['tab']}
              data-state={state}
              onClick={() => onShown(language)}
            >
              <Icon of={STATES[state].icon} size={16} />
              <span lang={language}>{languageName(language)}</span>
              <span className="unseen">{say(STATES[state].words)}</span>
            </button>
          );
        })}
      </div>
      <div className={css['panel']} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </div>
  );
}
