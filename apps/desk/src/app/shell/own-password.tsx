// The form for one's own password: changed by choice, or because somebody else knows it.
import { useEffect, useState } from 'react';
import { deskChangePassword } from '@kippu/contract/routes/desk/staff';
import type { ErrorCode } from '@kippu/contract/errors';
import { checkPassword } from '@kippu/domain/account/password-rule';
import { PasswordField } from '../../ui/controls/field.tsx';
import { Card, Page, SubmitForm } from '../../ui/layout/page.tsx';
import { toast } from '@kippu/ui/toast';
import { isRefusal } from '@kippu/client/call-error';
import { errorText } from '../call/error-text.ts';
import { useAct } from '../call/queries.ts';
import { signedIn, useSession } from '../session/session.ts';
import { text, useLanguage, useSay } from '../text/texts.ts';

const WORDS = {
  title: text('パスワードの変更', 'Change your password'),
  first: text(
    'いまのパスワードは、発行した管理者も知っています。自分だけのものに変えると、デスクを使えます。',
    'The person who gave you this password knows it too. Choose one of your own to use the desk.',
  ),
  others: text(
    '変更すると、ほかの端末のサインインは終わります。',
    'You stay signed in here and are signed out everywhere else.',
  ),
  old: text('いまのパスワード', 'Current password'),
  next: text('新しいパスワード', 'New password'),
  repeat: text('新しいパスワード（確認）', 'New password again'),
  rule: text(
    '半角8〜36文字。数字・英大文字・英小文字をそれぞれ1文字以上。空白は使えません。',
    '8 to 36 characters without spaces, with a digit, a capital and a small letter.',
  ),
  common: text(
    '推測されやすいパスワードです。単語と数字だけのものは避けてください。',
    'This password is too easy to guess: choose more than a word with some digits.',
  ),
  missing: text('いまのパスワードを入力してください。', 'Please enter your current password.'),
  differ: text('2つの入力が違います。', 'The two passwords differ.'),
  change: text('パスワードを変更', 'Change password'),
  done: text('パスワードを変更しました', 'Password changed'),
};

/** Checks common passwords once the list is loaded. Until then only the server does. */
function useCommonCheck(): ((password: string) => boolean) | undefined {
  const [rule, setRule] = useState<{ readonly isCommonPassword: (password: string) => boolean }>();
  useEffect(() => {
    import('@kippu/domain/account/common-password').then(setRule, () => undefined);
  }, []);
  return rule?.isCommonPassword;
}

function PasswordForm() {
  const say = useSay();
  const [old, setOld] = useState('');
  const [next, setNext] = useState('');
  const [repeat, setRepeat] = useState('');
  const [tried, setTried] = useState(false);
  const act = useAct(deskChangePassword, {
    onDone: ({ token, ...staff }) => {
      toast(say(WORDS.done));
      setOld('');
      setNext('');
      setRepeat('');
      setTried(false);
      signedIn(token, staff);
    },
  });
  const language = useLanguage();
  /** The server's text for the refused field. */
  const refused = (...codes: readonly ErrorCode[]) =>
    isRefusal(act.error, ...codes) ? errorText(act.error, language) : undefined;
  const ofOld = refused('AUTH-0020');
  const ofNew = refused('AUTH-0022', 'ACC-0006');
  const isCommon = useCommonCheck();
  const rule = checkPassword(next, repeat);
  const wrong = rule.ok ? undefined : rule.code;
  const common = checkPassword(next, next).ok && isCommon?.(next) === true;
  const submit = () => {
    setTried(true);
    if (old !== '' && rule.ok && !common) act.run({ body: { oldPassword: old, newPassword: next } });
  };
  return (
    <SubmitForm
      onSubmit={submit}
      error={ofOld || ofNew ? null : act.error}
      submit={say(WORDS.change)}
      busy={act.busy}
    >
      <PasswordField
        label={say(WORDS.old)}
        autoComplete="current-password"
        value={old}
        onValue={(typed) => {
          setOld(typed);
          if (ofOld) act.clear();
        }}
        error={tried && old === '' ? say(WORDS.missing) : ofOld}
      />
      <PasswordField
        label={say(WORDS.next)}
        autoComplete="new-password"
        value={next}
        onValue={(typed) => {
          setNext(typed);
          if (ofNew) act.clear();
        }}
        hint={tried && wrong === 'ACC-0006' ? undefined : say(WORDS.rule)}
        error={tried && wrong === 'ACC-0006' ? say(WORDS.rule) : common ? say(WORDS.common) : ofNew}
      />
      <PasswordField
        label={say(WORDS.repeat)}
        autoComplete="new-password"
        value={repeat}
        onValue={setRepeat}
        error={tried && wrong === 'ACC-0007' ? say(WORDS.differ) : undefined}
      />
    </SubmitForm>
  );
}

export function OwnPassword() {
  const say = useSay();
  const forced = useSession().staff?.mustChangePassword === true;
  return (
    <Page title={say(WORDS.title)} lead={say(forced ? WORDS.first : WORDS.others)}>
      <Card>
        <PasswordForm />
      </Card>
    </Page>
  );
}
