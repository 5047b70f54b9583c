// A screen with little content: a picture, the reason, and the one thing to do.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './empty-state.module.css';

export function EmptyState({
  icon: Shape,
  title,
  tone,
  children,
  action,
}: {
  readonly icon: LucideIcon;
  /** Absent where the screen's own title says it. */
  readonly title?: string | undefined;
  /** `ok`: something succeeded. */
  readonly tone?: 'ok' | undefined;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={css['empty']} data-tone={tone}>
      <Shape size={44} strokeWidth={1.25} aria-hidden="true" />
      {title && <p className={css['title']}>{title}</p>}
      {children && <p className={css['text']}>{children}</p>}
      {action && <div className={css['action']}>{action}</div>}
    </div>
  );
}
