// The next act after an error: a retry, a link back, or a reload.
import { ChevronLeft, RotateCw } from 'lucide-react';
import { createContext, useContext } from 'react';
import { PLACE_TITLES } from '../../app/router/place-titles.ts';
import { actAfter } from '../../app/call/refusals.ts';
import { hrefOf, PLACES, placeOf, useHash } from '../../app/router/router.ts';
import { text, useSay } from '../../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../controls/button-link.tsx';

const WORDS = {
  again: text('もう一度試す', 'Try again'),
  reload: text('読み込み直す', 'Load again'),
  backTo: (place: string) => text('「{place}」に戻る', 'Back to {place}', { place }),
  start: text('最初の画面へ', 'To the first screen'),
};

/** Whether it is inside a dialog, which has its own way back. */
export const InDialog = createContext(false);

function Reload() {
  const say = useSay();
  return (
    <Button kind="outline" icon={RotateCw} onClick={() => location.reload()}>
      {say(WORDS.reload)}
    </Button>
  );
}

function Back({ to, children }: { readonly to: string; readonly children: string }) {
  const here = useHash();
  // A link to the current place has no effect.
  if (to === here || (to === '#/' && here === '')) return <Reload />;
  return (
    <ButtonLink kind="outline" icon={ChevronLeft} href={to}>
      {children}
    </ButtonLink>
  );
}

/** `again` sends the same request again. Without it, the form's own button does. */
export function NextAct({
  error,
  again,
}: {
  readonly error: unknown;
  readonly again?: (() => void) | undefined;
}) {
  const say = useSay();
  const inDialog = useContext(InDialog);
  const { name } = placeOf(useHash());
  const place = PLACES.find((known) => known === name);
  switch (actAfter(error)) {
    case 'again':
      return (
        again && (
          <Button kind="outline" icon={RotateCw} onClick={again}>
            {say(WORDS.again)}
          </Button>
        )
      );
    case 'reload':
      return <Reload />;
    case 'list':
    case 'leave':
      if (inDialog) return null;
      if (place) return <Back to={hrefOf(place)}>{say(WORDS.backTo(say(PLACE_TITLES[place])))}</Back>;
      return <Back to="#/">{say(WORDS.start)}</Back>;
    case 'start':
      return inDialog ? null : <Back to="#/">{say(WORDS.start)}</Back>;
    default:
      return null;
  }
}
