// The frame of each step of a sign-up: its title, how far it is, and its form.
import { useEffect, useId, type ReactNode } from 'react';
import { LanguagePicker } from '../settings/language-picker.tsx';
import { useMessages } from '../../i18n/messages.ts';
import { Screen } from '../../ui/layout/screen.tsx';
import { dropRefusal, STEPS, type Step } from './sign-up-progress.ts';
import css from './step-screen.module.css';

interface Props {
  readonly step: Step;
  readonly title: string;
  readonly children: ReactNode;
}

/** Screen readers read the number of the step together with the title, which has the focus. */
export function StepScreen({ step, title, children }: Props) {
  const { account: words } = useMessages();
  const id = useId();
  const at = STEPS.indexOf(step);
  // Its form has taken the refusal over.
  useEffect(dropRefusal, []);
  return (
    <Screen title={title} leave="back" describedBy={id} aside={step === 'email' && <LanguagePicker />}>
      <div className={css['progress']}>
        <span className={css['bars']} aria-hidden="true">
          {STEPS.map((each, index) => (
            <span key={each} className={`${css['bar']} ${index <= at ? css['done'] : ''}`} />
          ))}
        </span>
        <p id={id} className={css['text']}>
          {words.stepOf(at + 1, STEPS.length)}
        </p>
      </div>
      {children}
    </Screen>
  );
}
