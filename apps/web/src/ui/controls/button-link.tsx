// A link to a screen of the app that looks like a button.
import { ButtonFace, buttonClass, type ButtonLook } from '@kippu/ui/button';
import { Link } from '../../app/router/link.tsx';
import type { RouteName, RouteParams } from '../../app/router/link-to.ts';

/** Links to a screen. `replace` removes the present one from the history. */
export function ButtonLink<N extends RouteName>({
  kind = 'primary',
  icon,
  children,
  to,
  params,
  replace = false,
}: ButtonLook & { readonly to: N; readonly params: RouteParams[N]; readonly replace?: boolean }) {
  return (
    <Link to={to} params={params} replace={replace} className={buttonClass(kind)}>
      <ButtonFace icon={icon}>{children}</ButtonFace>
    </Link>
  );
}
