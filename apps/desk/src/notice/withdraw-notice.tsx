// Withdraws a notice after a confirmation that explains the effect.
import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { deskNotice, deskNotices, deskWithdrawNotice } from '@kippu/contract/routes/desk/notices';
import type { DeskNotice } from '@kippu/contract/calls/desk/notices';
import { useAct } from '../app/call/queries.ts';
import { hrefOf, navigate } from '../app/router/router.ts';
import { useSession } from '../app/session/session.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { ConfirmDialog } from '../ui/messages/dialog.tsx';
import { toast } from '@kippu/ui/toast';
import { keepDraft } from './notice-draft.ts';

const WORDS = {
  button: text('取り下げ', 'Withdraw'),
  title: text('このお知らせを取り下げますか', 'Withdraw this notice?'),
  does: text(
    '旅客の画面からすぐに消えます。もう一度出すには、写して新しいお知らせを作ります。',
    'Travellers stop seeing it at once. To show it again, copy it as a new notice.',
  ),
  unread: text(
    'まだ掲載されていません。掲載されなくなります。',
    'It has not been shown yet, and will not be.',
  ),
  confirm: text('取り下げる', 'Withdraw notice'),
  done: text('お知らせを取り下げました', 'The notice is withdrawn'),
};

export function WithdrawNotice({
  notice,
  name,
  disabled,
  onDone,
}: {
  readonly notice: DeskNotice;
  /** The name under which a draft of it is saved. */
  readonly name: string;
  readonly disabled: boolean;
  readonly onDone: () => void;
}) {
  const say = useSay();
  const language = useLanguage();
  const staffId = useSession().staff?.staffId ?? '';
  const [open, setOpen] = useState(false);
  const act = useAct(deskWithdrawNotice, {
    changed: { thing: `notice ${notice.noticeId}`, versionOf: (made) => made.version ?? 0 },
    changes: [deskNotices, deskNotice],
    onDone: () => {
      keepDraft(staffId, name, null);
      onDone();
      toast(say(WORDS.done));
      navigate(hrefOf('notices'));
    },
  });
  const close = () => {
    setOpen(false);
    act.clear();
  };
  return (
    <>
      <Button kind="outline" icon={EyeOff} disabled={disabled} onClick={() => setOpen(true)}>
        {say(WORDS.button)}
      </Button>
      {open && (
        <ConfirmDialog
          title={say(WORDS.title)}
          confirm={say(WORDS.confirm)}
          busy={act.busy}
          error={act.error}
          onConfirm={() => act.run({ body: { noticeId: notice.noticeId, version: notice.version ?? 0 } })}
          onClose={close}
        >
          <p>
            <strong>{notice.title[language]}</strong>
          </p>
          <p>{say(notice.state === 'coming' ? WORDS.unread : WORDS.does)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
