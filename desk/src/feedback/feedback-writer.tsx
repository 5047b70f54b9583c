// Where the writer can be answered: never shown unasked, for each look is recorded.
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { deskFeedbackWriter } from '@kippu/contract/desk-feedback';
import { useRead } from '../app/queries.ts';
import { text, useSay } from '../app/texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Loaded } from '../ui/load-state.tsx';
import { Card } from '../ui/page.tsx';
import css from './feedback.module.css';

const WORDS = {
  title: text('送った人', 'Writer'),
  hidden: text(
    '返事を書くときだけ表示してください。表示したことは記録に残ります。',
    'Show it only to write back. Each look is recorded.',
  ),
  show: text('メールアドレスを表示', 'Show email'),
  copy: text('メールアドレスをコピー', 'Copy email'),
  hide: text('隠す', 'Hide'),
};

export function FeedbackWriter({ feedbackId }: { readonly feedbackId: string }) {
  const say = useSay();
  const [asked, setAsked] = useState(false);
  const read = useRead(deskFeedbackWriter, { feedbackId }, { enabled: asked });
  return (
    <Card title={say(WORDS.title)}>
      {asked ? (
        <>
          <Loaded read={read} lines={1}>
            {({ email }) => (
              <p className={css['email']}>
                <span>{email}</span>
                <CopyButton value={email}>{say(WORDS.copy)}</CopyButton>
              </p>
            )}
          </Loaded>
          <div>
            <Button kind="text" onClick={() => setAsked(false)}>
              {say(WORDS.hide)}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={css['quiet']}>{say(WORDS.hidden)}</p>
          <div>
            <Button kind="outline" icon={Eye} onClick={() => setAsked(true)}>
              {say(WORDS.show)}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}
