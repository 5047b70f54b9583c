// The sender's contact. It is shown only on request, because each view is recorded.
import { deskFeedbackWriter } from '@kippu/contract/routes/desk/feedback';
import { useRead } from '../app/call/queries.ts';
import { text, useSay } from '../app/text/texts.ts';
import { CopyButton } from '../ui/controls/copy-button.tsx';
import { Loaded } from '../ui/layout/load-state.tsx';
import { AskedCard } from '../ui/layout/asked-card.tsx';
import css from './feedback.module.css';

const WORDS = {
  title: text('送った人', 'Writer'),
  hidden: text(
    '返事を書くときだけ表示してください。表示したことは記録に残ります。',
    'Show it only to reply. Each view is recorded.',
  ),
  unchecked: text(
    'ログインせずに送られました。メールアドレスが本人のものかは確かめられていません。アカウントやきっぷのことは書かないでください。',
    'Sent without a login. Nobody has checked that the email is the writer’s. Write nothing about an account or a ticket.',
  ),
  show: text('メールアドレスを表示', 'Show email'),
  copy: text('メールアドレスをコピー', 'Copy email'),
};

function Email({ feedbackId }: { readonly feedbackId: string }) {
  const say = useSay();
  const read = useRead(deskFeedbackWriter, { feedbackId });
  return (
    <Loaded read={read} lines={1}>
      {({ email }) => (
        <p className={css['email']}>
          <span>{email}</span>
          <CopyButton value={email}>{say(WORDS.copy)}</CopyButton>
        </p>
      )}
    </Loaded>
  );
}

export function FeedbackWriter({
  feedbackId,
  byVisitor,
}: {
  readonly feedbackId: string;
  readonly byVisitor: boolean;
}) {
  const say = useSay();
  return (
    <AskedCard
      title={say(WORDS.title)}
      why={byVisitor ? `${say(WORDS.unchecked)} ${say(WORDS.hidden)}` : say(WORDS.hidden)}
      show={say(WORDS.show)}
    >
      <Email feedbackId={feedbackId} />
    </AskedCard>
  );
}
