// Buttons: one primary a screen, the rest quiet. A busy button keeps its place and takes no second tap.
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Link } from '../app/link.tsx';
import type { RouteName, RouteParams } from '../app/link-to.ts';
import css from './button.module.css';
import { Icon } from './icon.tsx';

type ButtonKind = 'primary' | 'outline' | 'text' | 'danger';
interface Look {
  readonly kind?: ButtonKind;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

const className = (kind: ButtonKind) => `${css['button']} ${css[kind]}`;

function Face({ icon, children }: Pick<Look, 'icon' | 'children'>) {
  return (
    <>
      {icon && <Icon of={icon} />}
      <span>{children}</span>
    </>
  );
}

export function Button({
  kind = 'primary',
  icon,
  busy = false,
  children,
  onClick,
  ...rest
}: Look & { readonly busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      className={className(kind)}
      aria-busy={busy || undefined}
      // Not `disabled`: that would throw the keyboard's focus away in the middle of the work.
      aria-disabled={busy || rest.disabled || undefined}
      {...rest}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <Face {...(icon ? { icon } : {})}>{children}</Face>
      {busy && <span className={css['bar']} />}
    </button>
  );
}

export function ButtonLink<N extends RouteName>({
  kind = 'primary',
  icon,
  children,
  to,
  params,
  replace = false,
}: Look & { readonly to: N; readonly params: RouteParams[N]; readonly replace?: boolean }) {
  return (
    <Link to={to} params={params} replace={replace} className={className(kind)}>
      <Face {...(icon ? { icon } : {})}>{children}</Face>
    </Link>
  );
}

/** A round, wordless button for back, close, the bell and the eye; `label` is read aloud. */
export function IconButton({
  icon,
  label,
  ...rest
}: { readonly icon: LucideIcon; readonly label: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" className={css['icon']} aria-label={label} {...rest}>
      <Icon of={icon} />
    </button>
  );
}
