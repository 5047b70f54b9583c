// The frame of every screen: a title in ink, what it holds, and its one action docked within thumb reach.
import { ChevronLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { goBack } from '../app/router.ts';
import { useMessages } from '../i18n/messages.ts';
import { IconButton } from './button.tsx';
import css from './screen.module.css';
import { useFresh } from './use-fresh.ts';
import { useScreenTitle } from './use-screen-title.ts';

interface Props {
  readonly title: string;
  /** What leads away: `back` for a step, `close` for something opened over the rest; absent on a tab's first screen. */
  readonly leave?: 'back' | 'close';
  /** Instead of going back. */
  readonly onLeave?: () => void;
  /** At the right of the title: short text or a button. */
  readonly aside?: ReactNode;
  /** The screen's action, kept in view at the bottom. */
  readonly dock?: ReactNode;
  readonly children: ReactNode;
}

export function Screen({ title, leave, onLeave, aside, dock, children }: Props) {
  const { common } = useMessages();
  const heading = useScreenTitle(title);
  return (
    <main className={css['screen']}>
      <header className={`${css['top']} ${leave ? css['withLeave'] : ''}`}>
        {leave && (
          <IconButton
            icon={leave === 'back' ? ChevronLeft : X}
            label={leave === 'back' ? common.back : common.close}
            onClick={onLeave ?? goBack}
          />
        )}
        <h1 className={css['title']} tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {aside && <div className={css['aside']}>{aside}</div>}
      </header>
      <div className={css['main']}>{children}</div>
      {dock && <Dock>{dock}</Dock>}
    </main>
  );
}

/** Lies where the last screen's action lay, and is often the step that counts. */
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
