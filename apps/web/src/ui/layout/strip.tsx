// A list whose rows are torn off one strip of paper.
import type { ReactNode } from 'react';
import css from './strip.module.css';

/** Takes things, each one's key and how its row looks; gives the strip. */
export function Strip<T>({
  of,
  keyOf,
  children,
}: {
  readonly of: readonly T[];
  readonly keyOf: (thing: T) => string;
  readonly children: (thing: T) => ReactNode;
}) {
  return (
    <ul className={css['strip']}>
      {of.map((thing) => (
        <li key={keyOf(thing)} className={css['row']}>
          {children(thing)}
        </li>
      ))}
    </ul>
  );
}
