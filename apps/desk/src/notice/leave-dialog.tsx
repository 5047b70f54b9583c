// Asks for confirmation before leaving an unsaved notice.
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { Dialog } from '../ui/messages/dialog.tsx';

const WORDS = {
  title: text('保存せずに離れますか', 'Leave without saving?'),
  kept: text(
    '書いた内容は下書きとしてこの端末に残り、あとで続きを書けます。旅客には表示されません。',
    'What you wrote stays on this device as a draft, to be finished later. Travellers do not see it.',
  ),
  stay: text('書き続ける', 'Continue writing'),
  discard: text('下書きを捨てて離れる', 'Discard draft and leave'),
  leave: text('下書きを残して離れる', 'Keep draft and leave'),
};

export function LeaveDialog({
  onStay,
  onLeave,
  onDiscard,
}: {
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly onDiscard: () => void;
}) {
  const say = useSay();
  return (
    <Dialog
      title={say(WORDS.title)}
      onClose={onStay}
      actions={
        <>
          <Button kind="outline" onClick={onStay}>
            {say(WORDS.stay)}
          </Button>
          <Button kind="outline" onClick={onDiscard}>
            {say(WORDS.discard)}
          </Button>
          <Button onClick={onLeave}>{say(WORDS.leave)}</Button>
        </>
      }
    >
      <p>{say(WORDS.kept)}</p>
    </Dialog>
  );
}
