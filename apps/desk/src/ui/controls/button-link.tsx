// A link that looks like a button.
import { ButtonFace, buttonClass, type ButtonLook } from '@kippu/ui/button';

/** Get `href` from `hrefOf`. */
export function ButtonLink({
  kind = 'primary',
  icon,
  children,
  href,
}: ButtonLook & { readonly href: string }) {
  return (
    <a href={href} className={buttonClass(kind)}>
      <ButtonFace icon={icon}>{children}</ButtonFace>
    </a>
  );
}
