// A status as text on a coloured background. The colour carries no meaning of its own.
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
