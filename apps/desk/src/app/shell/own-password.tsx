// One's own password: changed of one's own will, or because somebody else knows it.
import { useState } from 'react';
import { deskChangePassword } from '@kippu/contract/desk-staff';
import { checkPassword } from '@kippu/domain/password-rule';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/field.tsx';
import { Card, Form, Page } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { useAct } from './queries.ts';
import { staffIs, useSession } from './session.ts';
import { text, useSay } from './texts.ts';

const WORDS = {
  title: text('パスワードの変更', 'Change your password'),
  first: text(
    'いまのパスワードは、発行した管理者も知っています。自分だけのものに変えると、デスクを使えます。',
    'Whoever gave you this password knows it too. Choose one of your own to use the desk.',
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
  missing: text('いまのパスワードを入力してください。', 'Please enter your current password.'),
  differ: text('2つの入力が違います。', 'The two are not the same.'),
  change: text('パスワードを変更', 'Change password'),
  done: text('パスワードを変更しました', 'Password changed'),
};

function PasswordForm({ onDone }: { readonly onDone?: () => void }) {
  const say = useSay();
  const [old, setOld] = useState('');
  const [next, setNext] = useState('');
  const [repeat, setRepeat] = useState('');
  const [tried, setTried] = useState(false);
  const act = useAct(deskChangePassword, {
    onDone: (staff) => {
      toast(say(WORDS.done));
      setOld('');
      setNext('');
      setRepeat('');
      setTried(false);
      staffIs(staff);
      onDone?.();
    },
  });
  const rule = checkPassword(next, repeat);
  const wrong = rule.ok ? undefined : rule.code;
  const submit = () => {
    setTried(true);
    if (old !== '' && rule.ok) act.run({ body: { oldPassword: old, newPassword: next } });
  };
  return (
    <Form
      onSubmit={submit}
      error={act.error}
      actions={
        <Button type="submit" busy={act.busy}>
          {say(WORDS.change)}
        </Button>
      }
    >
      <PasswordField
        label={say(WORDS.old)}
        autoComplete="current-password"
        value={old}
        onValue={setOld}
        error={tried && old === '' ? say(WORDS.missing) : undefined}
      />
      <PasswordField
        label={say(WORDS.next)}
        autoComplete="new-password"
        value={next}
        onValue={setNext}
        hint={tried && wrong === 'ACC-0006' ? undefined : say(WORDS.rule)}
        error={tried && wrong === 'ACC-0006' ? say(WORDS.rule) : undefined}
      />
      <PasswordField
        label={say(WORDS.repeat)}
        autoComplete="new-password"
        value={repeat}
        onValue={setRepeat}
        error={tried && wrong === 'ACC-0007' ? say(WORDS.differ) : undefined}
      />
    </Form>
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
