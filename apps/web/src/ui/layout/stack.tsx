// Several tickets drawn as a stack: the paper on top, with the edges of two more below it.
import type { ReactNode } from 'react';
import css from './stack.module.css';

export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={css['stack']}>{children}</div>;
}
