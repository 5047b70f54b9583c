// Buttons: one primary a screen, the rest quiet. A busy button keeps its place and takes no second press.
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import css from './button.module.css';

export type ButtonKind = 'primary' | 'outline' | 'text' | 'danger';
interface Look {
  readonly kind?: ButtonKind;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

export function Icon({ of: Shape, size = 20 }: { readonly of: LucideIcon; readonly size?: number }) {
  return <Shape size={size} strokeWidth={1.75} aria-hidden="true" />;
}

function Face({ icon, children }: { readonly icon: LucideIcon | undefined; readonly children: ReactNode }) {
  return (
    <>
      {icon && <Icon of={icon} size={18} />}
      <span>{children}</span>
    </>
  );
}

const classOf = (kind: ButtonKind) => `${css['button']} ${css[kind]}`;

/** `danger` is solid: the act itself, in its dialog. What leads to such a dialog is an outline. */
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
      className={classOf(kind)}
      aria-busy={busy || undefined}
      // Not `disabled`: that would throw the keyboard's focus away in the middle of the work.
      aria-disabled={busy || rest.disabled || undefined}
      {...rest}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <Face icon={icon}>{children}</Face>
      {busy && <span className={css['bar']} />}
    </button>
  );
}

/** A link that looks like a button; `href` from `hrefOf`. */
export function ButtonLink({ kind = 'primary', icon, children, href }: Look & { readonly href: string }) {
  return (
    <a href={href} className={classOf(kind)}>
      <Face icon={icon}>{children}</Face>
    </a>
  );
}

/** A wordless button; `label` is read aloud and shown as a tip. */
export function IconButton({
  icon,
  label,
  ...rest
}: { readonly icon: LucideIcon; readonly label: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" className={css['icon']} aria-label={label} title={label} {...rest}>
      <Icon of={icon} />
    </button>
  );
}
