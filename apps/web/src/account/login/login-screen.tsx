// Logging in: the app's cover, torn off the form below it.
import { login } from '@kippu/contract/account';
import { SAAS_ID } from '@kippu/contract/limits';
import { isEmail, normaliseEmail } from '@kippu/domain/account-rules';
import { ChevronLeft, CircleHelp } from 'lucide-react';
import { useEffect } from 'react';
import { isErrorCode, isRefusal } from '../app/api-error.ts';
import { Link } from '../app/link.tsx';
import { goBack, navigateTo, useParams } from '../app/router.ts';
import { beginSession, useSession } from '../app/session.ts';
import { getSettings } from '../app/settings.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Paper } from '../ui/paper.tsx';
import { useScreenTitle } from '../ui/use-screen-title.ts';
import { CaptchaField } from './captcha-field.tsx';
import { EmailField, SecretField } from './credential-fields.tsx';
import { encryptPassword } from './encrypt-password.ts';
import { LanguagePicker } from './language-picker.tsx';
import { LOGIN_DRAFT } from './login-draft.ts';
import css from './login.module.css';
import { useProblemText } from './problem-text.ts';
import { forget } from '../app/tab-memory.ts';
import { CaptchaUnsolved, useCaptcha } from './use-captcha.ts';
import { textOf, useForm } from './use-form.ts';
import { useSecretWrite } from './use-secret-write.ts';

export function LoginScreen() {
  const { account: words, common } = useMessages();
  const session = useSession();
  const { next } = useParams('login');
  const heading = useScreenTitle(words.loginTitle);
  useEffect(() => {
    // Signed in: just now, before, or in another tab.
    if (session) navigateTo(next, { replace: true });
  }, [session, next]);
  if (session) return null;
  return (
    <div className={css['screen']}>
      <header className={css['top']}>
        <IconButton icon={ChevronLeft} label={common.back} onClick={goBack} />
        <LanguagePicker />
      </header>
      <main className={css['main']}>
        <h1 className="unseen" tabIndex={-1} ref={heading}>
          {words.loginTitle}
        </h1>
        <WhyEnded />
        <Paper tone="cover" stub={<LoginForm />}>
          <p className={css['mark']}>
            <span className={css['kanji']} lang="ja" aria-hidden="true">
              切符
            </span>
            <span className={css['name']}>{common.appName}</span>
          </p>
          <p className={css['tagline']}>{words.tagline}</p>
        </Paper>
        <p className={css['tip']}>
          <Icon of={CircleHelp} />
          <span>
            {words.loginTip}
            <Link to="settings" params={{}}>
              {words.displaySettings}
            </Link>
          </span>
        </p>
      </main>
    </div>
  );
}

/** Why the way led here, when it was a session that ended and not the traveller's own wish. */
function WhyEnded() {
  const { errors } = useMessages();
  const { why = '' } = useParams('login');
  if (!isErrorCode(why, errors) || !why.startsWith('SES-')) return null;
  return <NoticeBox tone="warn">{errors[why]}</NoticeBox>;
}

function LoginForm() {
  const { account: words, client } = useMessages();
  const text = useProblemText();
  const { next } = useParams('login');
  const params = next === undefined ? {} : { next };
  const captcha = useCaptcha();
  const attempt = useSecretWrite(
    login,
    async ({ email, password }: { email: string; password: string }) => ({
      loginType: 'password',
      loginAgent: 'guest',
      saasId: SAAS_ID,
      account: normaliseEmail(email),
      password: await encryptPassword(password),
      deviceId: getSettings().deviceId,
      ...(await captcha.pass()),
    }),
    {
      onSuccess: (info) => {
        forget(LOGIN_DRAFT.key);
        beginSession(info);
      },
    },
  );
  const form = useForm({
    initial: { email: '', password: '' },
    draft: LOGIN_DRAFT,
    busy: attempt.isPending,
    check: ({ email, password }) => ({
      email: isEmail(normaliseEmail(email)) ? undefined : client.emailInvalid,
      password: password === '' ? words.passwordMissing : undefined,
    }),
    onSubmit: (typed) => attempt.mutate(typed, { onError: captcha.callFailed }),
  });
  const { error } = attempt;
  const told = error instanceof CaptchaUnsolved || isRefusal(error, 'imgCodeError');
  return (
    <form className={css['form']} {...form.props}>
      <EmailField
        label={words.email}
        {...textOf(form, 'email')}
        autoComplete="username"
        enterKeyHint="next"
      />
      <SecretField
        label={words.password}
        {...textOf(form, 'password')}
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <CaptchaField captcha={captcha} />
      {/* Here it is in sight: the captcha above takes the focus, the button below was pressed. */}
      {error && !told && <NoticeBox tone="danger">{text(error)}</NoticeBox>}
      <Link to="forgetPassword" params={params} className={css['forgot']}>
        {words.forgot}
      </Link>
      <Button type="submit" busy={attempt.isPending}>
        {words.login}
      </Button>
      <ButtonLink to="signUp" params={params} kind="text">
        {words.createAccount}
      </ButtonLink>
    </form>
  );
}
