// The way in: a ticket of paper with two fields. Also shown over the desk when a session is over.
import { useState } from 'react';
import { deskSignIn } from '@kippu/contract/desk-staff';
import { Button } from '../ui/button.tsx';
import { PasswordField, TextField } from '../ui/field.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Form } from '../ui/page.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { useAct } from './queries.ts';
import { signedIn, signedOut, useSession } from './session.ts';
import css from './sign-in.module.css';
import { text, useSay } from './texts.ts';

const WORDS = {
  desk: text('業務デスク', 'Desk'),
  title: text('サインイン', 'Sign in'),
  email: text('メールアドレス', 'Email'),
  password: text('パスワード', 'Password'),
  emailMissing: text('メールアドレスを入力してください。', 'Please enter your email.'),
  passwordMissing: text('パスワードを入力してください。', 'Please enter your password.'),
  forgot: text(
    'パスワードを忘れたときは、管理者に新しいものを発行してもらってください。',
    'If you forgot your password, ask a manager for a new one.',
  ),
  goesOn: (name: string) =>
    text(
      `${name}さんがサインインすると、同じ画面から続けられます。`,
      `${name} goes on where they were. What was typed is still there.`,
    ),
  another: text('別の人がサインインする', 'Somebody else signs in'),
};

export function SignInScreen() {
  const say = useSay();
  const { staff, over } = useSession();
  const [email, setEmail] = useState(staff?.email ?? '');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const act = useAct(deskSignIn, { onDone: (data) => signedIn(data.token, data.staff) });
  const submit = () => {
    setTried(true);
    if (email.trim() !== '' && password !== '') act.run({ body: { email: email.trim(), password } });
  };
  const missing = (value: string, words: string) => (tried && value.trim() === '' ? words : undefined);
  return (
    <div className={css['screen']}>
      <div className={css['language']}>
        <LanguageSwitch />
      </div>
      <main className={css['ticket']}>
        <header className={css['cover']}>
          <p className={css['mark']} lang="ja">
            切符
          </p>
          <p className={css['name']}>
            Kippu <span>{say(WORDS.desk)}</span>
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
          <Form
            onSubmit={submit}
            error={act.error}
            actions={
              <Button type="submit" busy={act.busy}>
                {say(WORDS.title)}
              </Button>
            }
          >
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
          </Form>
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
