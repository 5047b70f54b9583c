// The sign-in form, drawn as a paper ticket with two fields. Also shown on top of the desk when a session has ended.
import { pageSettings } from '@kippu/client/page-settings';
import { Mark } from '@kippu/ui/mark';
import { appName } from '@kippu/words/railway';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deskSignIn } from '@kippu/contract/routes/desk/staff';
import { Button } from '@kippu/ui/button';
import { PasswordField, TextField } from '../../ui/controls/field.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { SubmitForm } from '../../ui/layout/page.tsx';
import { isRefusal } from '@kippu/client/call-error';
import { send } from '../call/call.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { signedIn, signedOut, useSession } from '../session/session.ts';
import css from './sign-in.module.css';
import { text, useSay } from '../text/texts.ts';

const WORDS = {
  desk: text('業務デスク', 'Desk'),
  title: text('サインイン', 'Sign in'),
  email: text('メールアドレス', 'Email'),
  password: text('パスワード', 'Password'),
  emailMissing: text('メールアドレスを入力してください。', 'Please enter your email.'),
  passwordMissing: text('パスワードを入力してください。', 'Please enter your password.'),
  checking: text(
    '失敗したサインインが続いたため、端末が自動で確認しています。数秒かかります。',
    'Several sign-ins have failed, so this device is doing a short check by itself. It takes a few seconds.',
  ),
  forgot: text(
    'パスワードを忘れたときは、管理者に新しいものを発行してもらってください。',
    'If you forgot your password, ask a manager for a new one.',
  ),
  goesOn: (name: string) =>
    text(
      '{name}さんがサインインすると、同じ画面から続けられます。',
      '{name} goes on where they were. What was typed is still there.',
      { name },
    ),
  another: text('別の人がサインインする', 'Somebody else signs in'),
};

/** Signs in. If the server asks for a captcha, the device solves it and tries once more. */
async function signIn(typed: { email: string; password: string }, onCheck: (checking: boolean) => void) {
  try {
    return await send(deskSignIn, { body: typed });
  } catch (error) {
    if (!isRefusal(error, 'imgCodeError')) throw error;
    onCheck(true);
    const { solveWork } = await import('@kippu/client/solve-work');
    const { captchaPass } = await solveWork(send);
    return send(deskSignIn, { body: { ...typed, captchaPass } });
  }
}

export function SignInScreen() {
  const say = useSay();
  const { staff, over } = useSession();
  const [email, setEmail] = useState(staff?.email ?? '');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [checking, setChecking] = useState(false);
  const act = useMutation({
    mutationFn: (typed: { email: string; password: string }) => signIn(typed, setChecking),
    onSuccess: (data) => signedIn(data.token, data.staff),
    onSettled: () => setChecking(false),
  });
  const submit = () => {
    setTried(true);
    if (email.trim() !== '' && password !== '' && !act.isPending)
      act.mutate({ email: email.trim(), password });
  };
  const missing = (value: string, words: string) => (tried && value.trim() === '' ? words : undefined);
  return (
    <div className={css['screen']}>
      <div className={css['language']}>
        <LanguageSwitch />
      </div>
      <main className={css['ticket']}>
        <header className={css['cover']}>
          <p className={css['mark']}>
            <Mark of={pageSettings().mark} />
          </p>
          <p className={css['name']}>
            {appName()} <span>{say(WORDS.desk)}</span>
          </p>
        </header>
        <div className={css['stub']}>
          <h1 className={css['title']}>{say(WORDS.title)}</h1>
          {over !== null && (
            <NoticeBox tone="warn">
              <p>{over}</p>
              {staff && <p>{say(WORDS.goesOn(staff.name))}</p>}
            </NoticeBox>
          )}
          <SubmitForm onSubmit={submit} error={act.error} submit={say(WORDS.title)} busy={act.isPending}>
            <TextField
              label={say(WORDS.email)}
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus={email === ''}
              value={email}
              onValue={setEmail}
              error={missing(email, say(WORDS.emailMissing))}
            />
            <PasswordField
              label={say(WORDS.password)}
              autoComplete="current-password"
              autoFocus={email !== ''}
              value={password}
              onValue={setPassword}
              error={missing(password, say(WORDS.passwordMissing))}
            />
          </SubmitForm>
          {checking && <NoticeBox tone="info">{say(WORDS.checking)}</NoticeBox>}
          {staff ? (
            <Button kind="text" onClick={signedOut}>
              {say(WORDS.another)}
            </Button>
          ) : (
            <p className={css['hint']}>{say(WORDS.forgot)}</p>
          )}
        </div>
      </main>
    </div>
  );
}
