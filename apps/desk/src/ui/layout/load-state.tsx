// Placeholders for data that is loading, has failed to load, or does not exist.
import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { isGone } from '../../app/call/refusals.ts';
import { text, useSay } from '../../app/text/texts.ts';
import css from './load-state.module.css';
import { ErrorBox } from '../messages/error-box.tsx';

const WORDS = { loading: text('読み込んでいます', 'Loading') };

/** A placeholder with this many lines. */
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

/** Shows the answer of `useRead`: placeholder lines while it loads, and the reason with a next act after a failure. */
export function Loaded<T>({
  read,
  lines,
  children,
}: {
  readonly read: UseQueryResult<T, Error>;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}) {
  if (read.data !== undefined && !isGone(read.error)) return children(read.data);
  if (read.error) return <ErrorBox error={read.error} again={() => void read.refetch()} />;
  return <Loading {...(lines === undefined ? {} : { lines })} />;
}

/** An empty place: a picture, the reason, and one thing to do. */
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
