// A list drawn as a strip of paper with a perforation between the rows.
import type { ReactNode } from 'react';
import css from './strip.module.css';

/** Renders a list of items as a strip, given each item's key and content. */
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
