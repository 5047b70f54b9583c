// The login screen: the app's cover with the form below it.
import { login } from '@kippu/contract/routes/traveller/account';
import { SAAS_ID } from '@kippu/contract/limits';
import { isEmail, normaliseEmail } from '@kippu/domain/account/rules';
import { ChevronLeft, CircleHelp } from 'lucide-react';
import { Suspense } from 'react';
import { isRefusal } from '@kippu/client/call-error';
import { pageSettings } from '@kippu/client/page-settings';
import { isErrorCode } from '../../app/errors/error-kinds.ts';
import { Link } from '../../app/router/link.tsx';
import { goBack, useParams } from '../../app/router/router.ts';
import { useLeaveAfterLogin } from '../../app/session/after-login.ts';
import { beginSession, useSession } from '../../app/session/session.ts';
import { keepLastEmail, lastEmail } from '../../app/session/last-email.ts';
import { getSettings } from '../../app/storage/settings.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Button, IconButton } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Icon } from '@kippu/ui/icon';
import { Mark } from '@kippu/ui/mark';
import { NoticeBox } from '@kippu/ui/notice-box';
import { appName } from '@kippu/words/railway';
import { TonedPaper } from '../../ui/layout/toned-paper.tsx';
import { useScreenTitle } from '../../ui/layout/use-screen-title.ts';
import { CaptchaField } from '../proof/captcha-field.tsx';
import { EmailField, SecretField } from '../form/credential-fields.tsx';
import { encryptPassword } from '../password-crypto/encrypt-password.ts';
import { LanguagePicker } from '../settings/language-picker.tsx';
import { LOGIN_DRAFT } from '../form/login-draft.ts';
import css from './login.module.css';
import { useProblemText } from '../form/problem-text.ts';
import { forget } from '../../app/storage/tab-memory.ts';
import { CaptchaUnsolved, useCaptcha } from '../proof/use-captcha.ts';
import { textOf, useForm } from '../form/use-form.ts';
import { SavedCodesLink } from '../../ticket/show-code/saved-codes-link.tsx';
import { laterPart } from '../../ui/states/later-part.ts';
import { useSecretWrite } from '../password-crypto/use-secret-write.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

const SavedCodesScreen = laterPart(
  async () => (await import('../../ticket/show-code/saved-codes-screen.tsx')).SavedCodesScreen,
);

export function LoginScreen() {
  const session = useSession();
  const { next, view } = useParams('login');
  useLeaveAfterLogin(next);
  if (session) return null;
  if (view !== 'codes') return <Cover />;
  return (
    <Suspense>
      <SavedCodesScreen />
    </Suspense>
  );
}

function Cover() {
  const { account: words, common } = useMessages();
  const language = useLanguage();
  const { mark, tagline } = pageSettings();
  const heading = useScreenTitle(words.loginTitle);
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
        <SavedCodesLink />
        <TonedPaper tone="cover" stub={<LoginForm />}>
          <p className={css['mark']}>
            <Mark of={mark} className={css['kanji']} />
            <span className={css['name']}>{appName()}</span>
          </p>
          <p className={css['tagline']}>{tagline[language]}</p>
        </TonedPaper>
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

/** Shows why login is necessary when the session ended by itself. */
function WhyEnded() {
  const { errors, help } = useMessages();
  const { why = '' } = useParams('login');
  if (!isErrorCode(why, errors) || !why.startsWith('SES-')) return null;
  const contact = (
    <ButtonLink to="feedback" params={{}} kind="outline">
      {help.contactLink}
    </ButtonLink>
  );
  return (
    <NoticeBox tone="warn" action={why === 'SES-0006' && contact}>
      {errors[why]}
    </NoticeBox>
  );
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
      password: await encryptPassword(login.name, password),
      deviceId: getSettings().deviceId,
      ...(await captcha.pass()),
    }),
    {
      onSuccess: (info) => {
        forget(LOGIN_DRAFT.key);
        keepLastEmail(info.member.email);
        beginSession(info);
      },
    },
  );
  const form = useForm({
    initial: { email: lastEmail(), password: '' },
    draft: LOGIN_DRAFT,
    busy: attempt.isPending,
    check: ({ email, password }) => ({
      email: isEmail(normaliseEmail(email)) ? undefined : client.emailInvalid,
      password: password === '' ? words.passwordMissing : undefined,
    }),
    onSubmit: (typed) => attempt.mutate(typed, { onError: captcha.callFailed }),
  });
  const { error } = attempt;
  const isShownAbove = error instanceof CaptchaUnsolved || isRefusal(error, 'imgCodeError');
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
      <CaptchaField captcha={captcha} why={words.checkLoginWhy} button={words.login} />
      {/* Shown here to be visible: the captcha above takes the focus, and the pressed button is below. */}
      {!isShownAbove && <SendFailed error={error} again={form.submit} text={text} />}
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
