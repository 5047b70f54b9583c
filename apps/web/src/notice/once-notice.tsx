// A notice over the page, once on this phone. It waits for its words: an empty sheet tells nobody anything.
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { useMessages } from '../i18n/messages.ts';
import { markShownOnce, useNotice } from './use-notices.ts';

export function OnceNotice({ noticeId }: { readonly noticeId: string }) {
  const { notice: words } = useMessages();
  const { data: notice } = useNotice(noticeId);
  if (!notice) return null;
  const close = () => markShownOnce(noticeId);
  return (
    <Dialog
      title={notice.title}
      onClose={close}
      actions={<Button onClick={close}>{words.understood}</Button>}
    >
      <Markdown source={notice.body} />
    </Dialog>
  );
}
