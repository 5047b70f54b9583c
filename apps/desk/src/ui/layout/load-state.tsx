// What stands where data is coming, has not come, or is not there.
import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { text, useSay } from '../app/texts.ts';
import { Button } from './button.tsx';
import css from './load-state.module.css';
import { ErrorBox } from './notice-box.tsx';

const WORDS = {
  loading: text('読み込んでいます', 'Loading'),
  again: text('もう一度試す', 'Try again'),
};

/** So many lines of what is coming. */
export function Loading({ lines = 4 }: { readonly lines?: number }) {
  const say = useSay();
  return (
    <div className={css['loading']} role="status">
      <span className="unseen">{say(WORDS.loading)}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={css['line']} />
      ))}
    </div>
  );
}

/** Why nothing came, and a button that asks again. */
export function Failed({ error, again }: { readonly error: unknown; readonly again?: () => void }) {
  const say = useSay();
  return (
    <ErrorBox
      error={error}
      action={
        again && (
          <Button kind="outline" icon={RotateCw} onClick={again}>
            {say(WORDS.again)}
          </Button>
        )
      }
    />
  );
}

/** Shows the answer of `useRead`; before it lines, after a failure the reason and a way to try again. */
export function Loaded<T>({
  read,
  lines,
  children,
}: {
  readonly read: UseQueryResult<T, Error>;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}) {
  if (read.data !== undefined) return children(read.data);
  if (read.error) return <Failed error={read.error} again={() => void read.refetch()} />;
  return <Loading {...(lines === undefined ? {} : { lines })} />;
}

/** A place with nothing in it: a picture, why, and the one thing to do. */
export function Empty({
  icon: Shape,
  title,
  children,
  action,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={css['empty']}>
      <Shape size={40} strokeWidth={1.25} aria-hidden="true" />
      <p className={css['title']}>{title}</p>
      {children && <div className={css['text']}>{children}</div>}
      {action}
    </div>
  );
}
