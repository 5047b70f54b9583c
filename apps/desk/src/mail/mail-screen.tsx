// Mails and messages to phones that were not sent: why, and what to do with each.
import { MailX } from 'lucide-react';
import { useState } from 'react';
import { deskDropMail, deskSendMailAgain, deskUnsentMails } from '@kippu/contract/routes/desk/mails';
import type { UnsentMail } from '@kippu/contract/calls/desk/mails';
import { PUSH_TOPICS } from '@kippu/contract/values';
import { Button } from '@kippu/ui/button';
import { toast } from '@kippu/ui/toast';
import { useFormat } from '../app/text/format.ts';
import { useAct, usePages } from '../app/call/queries.ts';
import { text, useSay } from '../app/text/texts.ts';
import { DataTable } from '../ui/layout/data-table.tsx';
import { ConfirmDialog } from '../ui/messages/dialog.tsx';
import { Empty } from '../ui/layout/load-state.tsx';
import { Page } from '../ui/layout/page.tsx';
import css from './mail.module.css';
import { MAIL_KIND_WORDS, reasonWords } from './mail-words.ts';

const WORDS = {
  title: text('送れなかったメールと通知', 'Unsent mails and notifications'),
  lead: text(
    'メールサーバーや端末の通知サービスが受け付けなかったものです。30日後に削除されます。通知は、古くなると削除されます。',
    'Not accepted by the mail server or a phone’s notification service. Deleted after 30 days; a notification once it is out of date.',
  ),
  to: text('宛先', 'To'),
  hidden: text('読めません', 'Not readable'),
  reason: text('理由', 'Reason'),
  when: text('中止した日時', 'Given up'),
  act: text('操作', 'Actions'),
  again: text('もう一度送る', 'Send again'),
  againOf: (to: string) => text('{to}へもう一度送る', 'Send again to {to}', { to }),
  againTitle: text('このメールをもう一度送りますか', 'Send this mail again?'),
  againWhat: text(
    '相手のメールボックスやメールサーバーの問題が直ったときに送ります。文面は前と同じです。',
    'Do so when the receiver’s mailbox or the mail server works again. The text is the same as before.',
  ),
  againTitlePush: text('この通知をもう一度送りますか', 'Send this notification again?'),
  againWhatPush: text(
    '通知サービスが復旧したときに送ります。送るときの列車の状況をお知らせします。',
    'Do so when the notification service works again. It will say how the train runs by then.',
  ),
  againDone: text('送信待ちに入れました', 'It will be sent now'),
  drop: text('削除する', 'Drop'),
  dropOf: (to: string) => text('{to}へのメールを削除する', 'Drop the mail to {to}', { to }),
  dropOfPush: (to: string) => text('{to}の通知を削除する', 'Drop the notification by {to}', { to }),
  dropTitle: text('このメールを削除しますか', 'Drop this mail?'),
  dropTitlePush: text('この通知を削除しますか', 'Drop this notification?'),
  dropWhat: text(
    '送らずに削除します。元には戻せません。',
    'It is deleted without being sent. This cannot be undone.',
  ),
  dropDone: text('削除しました', 'It is dropped'),
  code: text('期限切れのコード', 'An expired code'),
  none: text('送れなかったものはありません', 'Everything was sent'),
  noneText: text(
    'メールサーバーや通知サービスが止まっている間に待つものは、ここには出ません。復旧すると自動で送られます。',
    'What waits while the mail server or a notification service is down is not listed. It is sent when that works again.',
  ),
};

const isPush = ({ kind }: UnsentMail): boolean => PUSH_TOPICS.some((topic) => topic === kind);

type Asked = { readonly mail: UnsentMail; readonly act: 'again' | 'drop' };

function About({ mail }: { readonly mail: UnsentMail }) {
  const say = useSay();
  return (
    <span className={css['lines']}>
      <b>{mail.to ?? say(WORDS.hidden)}</b>
      <span className={css['quiet']}>{say(MAIL_KIND_WORDS[mail.kind])}</span>
    </span>
  );
}

function Reason({ mail }: { readonly mail: UnsentMail }) {
  const say = useSay();
  return <>{say(reasonWords(mail.reason))}</>;
}

function Acts({ mail, onAsk }: { readonly mail: UnsentMail; readonly onAsk: (asked: Asked) => void }) {
  const say = useSay();
  const to = mail.to ?? say(WORDS.hidden);
  return (
    <span className={css['acts']}>
      {mail.sendable ? (
        <Button
          kind="outline"
          aria-label={say(WORDS.againOf(to))}
          onClick={() => onAsk({ mail, act: 'again' })}
        >
          {say(WORDS.again)}
        </Button>
      ) : (
        mail.reason !== 'unreadable' && <span className={css['quiet']}>{say(WORDS.code)}</span>
      )}
      <Button
        kind="outline"
        aria-label={say(isPush(mail) ? WORDS.dropOfPush(to) : WORDS.dropOf(to))}
        onClick={() => onAsk({ mail, act: 'drop' })}
      >
        {say(WORDS.drop)}
      </Button>
    </span>
  );
}

function AskDialog({
  asked: { mail, act },
  onClose,
}: {
  readonly asked: Asked;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const done = (words: typeof WORDS.againDone) => () => {
    toast(say(words));
    onClose();
  };
  const changes = [deskUnsentMails];
  const again = useAct(deskSendMailAgain, { changes, onDone: done(WORDS.againDone) });
  const drop = useAct(deskDropMail, { changes, onDone: done(WORDS.dropDone) });
  const isAgain = act === 'again';
  const words = isPush(mail)
    ? { againTitle: WORDS.againTitlePush, againWhat: WORDS.againWhatPush, dropTitle: WORDS.dropTitlePush }
    : WORDS;
  const running = isAgain ? again : drop;
  return (
    <ConfirmDialog
      title={say(isAgain ? words.againTitle : words.dropTitle)}
      confirm={say(isAgain ? WORDS.again : WORDS.drop)}
      kind={isAgain ? 'primary' : 'destroy'}
      busy={running.busy}
      error={running.error}
      onConfirm={() => running.run({ body: { mailId: mail.mailId } })}
      onClose={onClose}
    >
      <p>
        <b>{mail.to ?? say(WORDS.hidden)}</b> {say(MAIL_KIND_WORDS[mail.kind])}
      </p>
      <p>{say(isAgain ? words.againWhat : WORDS.dropWhat)}</p>
    </ConfirmDialog>
  );
}

const aboutCell = (mail: UnsentMail) => <About mail={mail} />;
const reasonCell = (mail: UnsentMail) => <Reason mail={mail} />;
const actsCell = (mail: UnsentMail, onAsk: (asked: Asked) => void) => <Acts mail={mail} onAsk={onAsk} />;

export function MailScreen() {
  const say = useSay();
  const { shortMoment } = useFormat();
  const [asked, setAsked] = useState<Asked>();
  const pages = usePages(deskUnsentMails, {});
  return (
    <Page title={say(WORDS.title)} lead={say(WORDS.lead)}>
      <DataTable<UnsentMail>
        label={say(WORDS.title)}
        source={pages}
        keyOf={({ mailId }) => mailId}
        columns={[
          { title: say(WORDS.to), cell: aboutCell },
          { title: say(WORDS.reason), cell: reasonCell },
          { title: say(WORDS.when), whole: true, cell: ({ givenUpAt }) => shortMoment(givenUpAt) },
          { title: say(WORDS.act), cell: (mail) => actsCell(mail, setAsked) },
        ]}
        empty={
          <Empty icon={MailX} title={say(WORDS.none)}>
            {say(WORDS.noneText)}
          </Empty>
        }
      />
      {asked && <AskDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}
