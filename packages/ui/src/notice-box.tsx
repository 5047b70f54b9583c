// A message where it occurs: what happened, and what to do next.
import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import css from './notice-box.module.css';

export type Tone = 'info' | 'ok' | 'warn' | 'danger';
const ICONS: Readonly<Record<Tone, LucideIcon>> = {
  info: Info,
  ok: CircleCheck,
  warn: TriangleAlert,
  danger: CircleAlert,
};

export function NoticeBox({
  tone = 'info',
  title,
  children,
  action,
}: {
  readonly tone?: Tone;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={`${css['box']} ${css[tone]}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon of={ICONS[tone]} />
      <div className={css['text']}>
        {title && <p className={css['title']}>{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className={css['action']}>{action}</div>}
      </div>
    </div>
  );
}
