// A notice over the page, shown once on this phone. It opens when its text has loaded, never empty.
import { Button } from '@kippu/ui/button';
import { Dialog } from '@kippu/ui/dialog';
import { Markdown } from '../ui/text/markdown.tsx';
import { useMessages } from '../i18n/messages.ts';
import { NotYet } from './not-yet.tsx';
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
      <NotYet of={notice} />
      <div lang={notice.language}>
        <Markdown source={notice.body} />
      </div>
    </Dialog>
  );
}
