// Takes a notice away from travellers, once one has said yes to what that means.
import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { deskNotice, deskNotices, deskWithdrawNotice, type DeskNotice } from '@kippu/contract/desk-notice';
import { isRefusal } from '../app/call-error.ts';
import { refresh, useAct } from '../app/queries.ts';
import { hrefOf, navigate } from '../app/router.ts';
import { useSession } from '../app/session.ts';
import { text, useLanguage, useSay } from '../app/texts.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { toast } from '../ui/toast.tsx';
import { keepDraft } from './notice-draft.ts';

const WORDS = {
  button: text('取り下げ', 'Withdraw'),
  title: text('このお知らせを取り下げますか', 'Withdraw this notice?'),
  does: text(
    '旅客の画面からすぐに消えます。もう一度出すには、写して新しいお知らせを作ります。',
    'Travellers no longer see it, at once. To show it again, copy it as a new notice.',
  ),
  unread: text(
    'まだ掲載されていません。掲載されなくなります。',
    'It has not been shown yet, and will not be.',
  ),
  confirm: text('取り下げる', 'Withdraw notice'),
  changed: text(
    'ほかの係員がこのお知らせを変更したため、取り下げていません。閉じて、変更を確かめてください。',
    'Somebody changed this notice meanwhile, so it was not withdrawn. Close this and look at the change.',
  ),
  done: text('お知らせを取り下げました', 'The notice is withdrawn'),
};

export function WithdrawNotice({
  notice,
  name,
  disabled,
  onDone,
}: {
  readonly notice: DeskNotice;
  /** What a draft of it is kept under. */
  readonly name: string;
  readonly disabled: boolean;
  readonly onDone: () => void;
}) {
  const say = useSay();
  const language = useLanguage();
  const staffId = useSession().staff?.staffId ?? '';
  const [open, setOpen] = useState(false);
  const act = useAct(deskWithdrawNotice, {
    changes: [deskNotices, deskNotice],
    onDone: () => {
      keepDraft(staffId, name, null);
      onDone();
      toast(say(WORDS.done));
      navigate(hrefOf('notices'));
    },
  });
  const meanwhile = isRefusal(act.error, 'REQ-0002');
  const close = () => {
    setOpen(false);
    if (meanwhile) void refresh(deskNotice, deskNotices);
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
          error={meanwhile ? null : act.error}
          onConfirm={() => act.run({ body: { noticeId: notice.noticeId, version: notice.version ?? 0 } })}
          onClose={close}
        >
          <p>
            <strong>{notice.title[language]}</strong>
          </p>
          <p>{say(notice.state === 'coming' ? WORDS.unread : WORDS.does)}</p>
          {meanwhile && <NoticeBox tone="warn">{say(WORDS.changed)}</NoticeBox>}
        </ConfirmDialog>
      )}
    </>
  );
}
