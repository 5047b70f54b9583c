// A status in words, with a ground that helps to find it; the colour alone says nothing.
import type { ReactNode } from 'react';
import css from './chip.module.css';

export type ChipTone = 'plain' | 'info' | 'ok' | 'warn' | 'danger';

export function Chip({
  tone = 'plain',
  children,
}: {
  readonly tone?: ChipTone;
  readonly children: ReactNode;
}) {
  return <span className={`${css['chip']} ${css[tone]}`}>{children}</span>;
}
