// A card for data that is shown only on request, because each view is recorded.
import { Button } from '@kippu/ui/button';
import { Eye } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { text, useSay } from '../../app/text/texts.ts';
import css from './page.module.css';
import { Card } from './page.tsx';

const HIDE = text('隠す', 'Hide');

/**
 * `why` explains when to ask, and `show` is the button's text. The content is rendered and read only after the press.
 */
export function AskedCard({
  title,
  why,
  show,
  children,
}: {
  readonly title: string;
  readonly why: string;
  readonly show: string;
  readonly children: ReactNode;
}) {
  const say = useSay();
  const [asked, setAsked] = useState(false);
  return (
    <Card title={title}>
      {asked ? children : <p className={css['quiet']}>{why}</p>}
      <div>
        {asked ? (
          <Button kind="text" onClick={() => setAsked(false)}>
            {say(HIDE)}
          </Button>
        ) : (
          <Button kind="outline" icon={Eye} onClick={() => setAsked(true)}>
            {show}
          </Button>
        )}
      </div>
    </Card>
  );
}
