// The frame of every screen: a title, the content, and the main action docked within thumb reach.
import { ChevronLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { goBack } from '../../app/router/router.ts';
import { useFirstMessages } from '../../i18n/messages.ts';
import { IconButton } from '@kippu/ui/button';
import css from './screen.module.css';
import { useFresh } from '@kippu/ui/use-fresh';
import { useScreenTitle } from './use-screen-title.ts';

interface Props {
  readonly title: string;
  /** The id of a text that is read together with the title. */
  readonly describedBy?: string;
  /**
   * The button that leaves: `back` for a step, `close` for a screen opened over others. Absent on a tab's first
   * screen.
   */
  readonly leave?: 'back' | 'close';
  /** Called instead of going back. */
  readonly onLeave?: () => void;
  /** Short text or a button at the right of the title. */
  readonly aside?: ReactNode;
  /** The screen's main action, always visible at the bottom. */
  readonly dock?: ReactNode;
  readonly children: ReactNode;
}

export function Screen({ title, describedBy, leave, onLeave, aside, dock, children }: Props) {
  const { common } = useFirstMessages();
  const heading = useScreenTitle(title);
  return (
    <main className={css['screen']}>
      <header
        className={`${css['top']} ${leave ? css['withLeave'] : ''}`}
        data-aside={aside ? '' : undefined}
      >
        {leave && (
          <IconButton
            icon={leave === 'back' ? ChevronLeft : X}
            label={leave === 'back' ? common.back : common.close}
            onClick={onLeave ?? goBack}
          />
        )}
        <h1 className={css['title']} tabIndex={-1} ref={heading} aria-describedby={describedBy}>
          {title}
        </h1>
        {aside && <div className={css['aside']}>{aside}</div>}
      </header>
      <div className={css['main']}>{children}</div>
      {dock && <Dock>{dock}</Dock>}
    </main>
  );
}

/** Ignores taps at first: the last screen's action was in the same place, and this one is often the decisive step. */
function Dock({ children }: { readonly children: ReactNode }) {
  return (
    <div className={css['dock']} {...useFresh()}>
      {children}
    </div>
  );
}

/** A group of a screen under its own heading. */
export function Group({
  title,
  aside,
  children,
}: {
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={css['group']}>
      {title && (
        <div className={css['groupTop']}>
          <h2 className={css['groupTitle']}>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
