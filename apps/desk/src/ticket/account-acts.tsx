// A manager's acts on an account: sign the traveller out, suspend the account, reinstate it.
import { CirclePause, CirclePlay, LogOut, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { deskEndSession, deskResumeAccount, deskSuspendAccount } from '@kippu/contract/routes/desk/find';
import { deskFindAccount, deskTicketAccount } from '@kippu/contract/routes/desk/find';
import type { DeskAccount } from '@kippu/contract/calls/desk/find';
import { useAct } from '../app/call/queries.ts';
import { useMay } from '../app/session/rights.ts';
import { text, useSay, type Text } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { ConfirmDialog } from '../ui/messages/dialog.tsx';
import { toast } from '@kippu/ui/toast';
import css from './ticket.module.css';

interface ActWords {
  readonly icon: LucideIcon;
  readonly button: Text;
  readonly title: Text;
  readonly does: Text;
  readonly done: Text;
}

const ACTS = {
  endSession: {
    icon: LogOut,
    button: text('サインアウトさせる', 'Sign traveller out'),
    title: text('この旅客をサインアウトさせますか', 'Sign this traveller out?'),
    does: text(
      '旅客の端末は次の通信でサインアウトされます。パスワードはそのまま使えます。すでに画面に出ているコードは、最長24時間有効です。',
      'Their phone is signed out at its next call. The password stays valid. A code that is on a phone already works for up to 24 hours.',
    ),
    done: text('サインアウトさせました', 'The traveller is signed out'),
  },
  suspend: {
    icon: CirclePause,
    button: text('アカウントを停止', 'Suspend account'),
    title: text('このアカウントを停止しますか', 'Suspend this account?'),
    does: text(
      'サインアウトされ、解除するまでサインインもパスワードの再設定もできません。きっぷと座席予約はそのままです。きっぷも止めるときは、きっぷごとに停止してください。',
      'The traveller is signed out, and can neither sign in nor reset the password until it is resumed. Tickets and reserved seats stay: to block a ticket’s code at gates, suspend the ticket too.',
    ),
    done: text('アカウントを停止しました', 'The account is suspended'),
  },
  resume: {
    icon: CirclePlay,
    button: text('アカウントの停止を解除', 'Resume account'),
    title: text('このアカウントの停止を解除しますか', 'Resume this account?'),
    does: text('旅客はまたサインインできます。', 'The traveller can sign in again.'),
    done: text('停止を解除しました', 'The account is active again'),
  },
} as const satisfies Readonly<Record<string, ActWords>>;
type ActName = keyof typeof ACTS;

export function AccountActs({ of: account }: { readonly of: DeskAccount }) {
  const say = useSay();
  const may = useMay();
  const [asked, setAsked] = useState<ActName>();
  const options = {
    changes: [deskFindAccount, deskTicketAccount],
    onDone: () => {
      if (asked) toast(say(ACTS[asked].done));
      setAsked(undefined);
    },
  };
  const acts = {
    endSession: useAct(deskEndSession, options),
    suspend: useAct(deskSuspendAccount, options),
    resume: useAct(deskResumeAccount, options),
  };
  if (!may(deskSuspendAccount) || account.status === 'deleted') return null;
  const offered: readonly ActName[] = account.status === 'active' ? ['endSession', 'suspend'] : ['resume'];
  return (
    <div className={css['acts']}>
      {offered.map((name) => (
        <Button
          key={name}
          kind="outline"
          icon={ACTS[name].icon}
          onClick={() => {
            acts[name].clear();
            setAsked(name);
          }}
        >
          {say(ACTS[name].button)}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          title={say(ACTS[asked].title)}
          confirm={say(ACTS[asked].button)}
          kind={asked === 'resume' ? 'primary' : 'destroy'}
          busy={acts[asked].busy}
          error={acts[asked].error}
          onConfirm={() => acts[asked].run({ body: { accountId: account.accountId } })}
          onClose={() => setAsked(undefined)}
        >
          <p className={css['strong']}>{account.email}</p>
          <p>{say(ACTS[asked].does)}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
