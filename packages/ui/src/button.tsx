// Buttons: one primary per screen, the others less prominent. A busy button keeps its place and ignores further taps.
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import css from './button.module.css';
import { Icon } from './icon.tsx';

/** `danger` leads to an act that cannot be undone; `destroy` is the act itself, in its dialog. */
export type ButtonKind = 'primary' | 'outline' | 'text' | 'danger' | 'destroy';
export interface ButtonLook {
  readonly kind?: ButtonKind;
  readonly icon?: LucideIcon | undefined;
  readonly children: ReactNode;
}

/** The class of a button or of a link that looks like one. */
export const buttonClass = (kind: ButtonKind): string => `${css['button']} ${css[kind]}`;

/** The content of a button, or of a link that looks like one. */
export function ButtonFace({ icon, children }: Pick<ButtonLook, 'icon' | 'children'>) {
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
}: ButtonLook & { readonly busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      className={buttonClass(kind)}
      aria-busy={busy || undefined}
      // Not `disabled`, which would drop the keyboard focus during the action.
      aria-disabled={busy || rest.disabled || undefined}
      {...rest}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <ButtonFace icon={icon}>{children}</ButtonFace>
      {busy && <span className={css['bar']} />}
    </button>
  );
}

/** A button without text, as for back and close. `label` is read aloud and shown as a tooltip. */
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
