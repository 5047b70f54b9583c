// A link to a screen of the app. It is a real anchor, so that long press and screen readers work.
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { linkTo, type RouteName, type RouteParams } from './link-to.ts';
import { navigate } from './router.ts';

type Props<N extends RouteName> = AnchorHTMLAttributes<HTMLAnchorElement> & {
  readonly to: N;
  readonly params: RouteParams[N];
  readonly replace?: boolean;
};

export function Link<N extends RouteName>({ to, params, replace = false, onClick, ...rest }: Props<N>) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)
      return;
    event.preventDefault();
    navigate(to, params, { replace });
  };
  return <a href={linkTo(to, params)} onClick={follow} {...rest} />;
}
