// Rows of settings: a label, the present value, and where the row leads.
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../app/router/link.tsx';
import type { RouteName, RouteParams } from '../../app/router/link-to.ts';
import { Icon } from '@kippu/ui/icon';
import css from './rows.module.css';

export function Rows({ children }: { readonly children: ReactNode }) {
  return <ul className={css['rows']}>{children}</ul>;
}

/** A row that leads to another screen. */
export function RowLink<N extends RouteName>({
  label,
  value,
  to,
  params,
}: {
  readonly label: string;
  readonly value?: string | undefined;
  readonly to: N;
  readonly params: RouteParams[N];
}) {
  return (
    <li className={css['row']}>
      <Link to={to} params={params} className={css['press']}>
        <span className={css['label']}>{label}</span>
        {value && <span className={css['value']}>{value}</span>}
        <Icon of={ChevronRight} size={20} />
      </Link>
    </li>
  );
}

/** A row that runs an action. */
export function RowButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <li className={css['row']}>
      <button type="button" className={css['press']} onClick={onClick}>
        <span className={css['label']}>{label}</span>
      </button>
    </li>
  );
}
