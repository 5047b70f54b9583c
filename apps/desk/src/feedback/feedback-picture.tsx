// The picture of a message. It is requested with the session and has no address of its own. A press enlarges it to the
// window.
import { useState } from 'react';
import { deskFeedbackPicture } from '@kippu/contract/routes/desk/feedback';
import { useRead } from '../app/call/queries.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { Dialog } from '../ui/messages/dialog.tsx';
import { Loaded } from '../ui/layout/load-state.tsx';
import { Card } from '../ui/layout/page.tsx';
import css from './feedback.module.css';

const WORDS = {
  title: text('画像', 'Picture'),
  alt: text('旅客が送った画像', 'The picture that the traveller sent'),
  larger: text('画像を大きく表示', 'Show the picture larger'),
  broken: text('この画像は表示できません。', 'This picture cannot be shown.'),
  close: text('閉じる', 'Close'),
};

export function FeedbackPicture({ feedbackId }: { readonly feedbackId: string }) {
  const say = useSay();
  const read = useRead(deskFeedbackPicture, { feedbackId });
  const [large, setLarge] = useState(false);
  const [broken, setBroken] = useState(false);
  return (
    <Card title={say(WORDS.title)}>
      <Loaded read={read} lines={6}>
        {({ picture }) =>
          broken ? (
            <p className={css['quiet']}>{say(WORDS.broken)}</p>
          ) : (
            <>
              <button
                type="button"
                className={css['thumb']}
                aria-label={say(WORDS.larger)}
                onClick={() => setLarge(true)}
              >
                <img src={picture} alt={say(WORDS.alt)} onError={() => setBroken(true)} />
              </button>
              {large && (
                <Dialog
                  place="wide"
                  title={say(WORDS.title)}
                  onClose={() => setLarge(false)}
                  actions={<Button onClick={() => setLarge(false)}>{say(WORDS.close)}</Button>}
                >
                  <img className={css['large']} src={picture} alt={say(WORDS.alt)} />
                </Dialog>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
