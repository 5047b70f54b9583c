// A screen with nothing to show yet: a picture, why, and the one thing to do.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './empty-state.module.css';

export function EmptyState({
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
      <Shape size={44} strokeWidth={1.25} aria-hidden="true" />
      <p className={css['title']}>{title}</p>
      {children && <p className={css['text']}>{children}</p>}
      {action && <div className={css['action']}>{action}</div>}
    </div>
  );
}
