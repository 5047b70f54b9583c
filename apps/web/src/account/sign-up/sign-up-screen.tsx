// Creates an account on one page: the email and its code, the password, the person, the two consents.
import { registry } from '@kippu/contract/routes/traveller/account';
import { checkCode, checkConsent, checkEmails, checkName, normaliseCode } from '@kippu/domain/account/rules';
import { useEffect, useState } from 'react';
import { CallError } from '@kippu/client/call-error';
import { navigate, navigateTo, useParams } from '../../app/router/router.ts';
import { beginSession, useSession } from '../../app/session/session.ts';
import { getSettings } from '../../app/storage/settings.ts';
import { useMessages } from '../../i18n/messages.ts';
import type { Messages } from '@kippu/words/app-words';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { TextField } from '@kippu/ui/field';
import { Group, Screen } from '../../ui/layout/screen.tsx';
import { CodeStep } from '../proof/code-step.tsx';
import { Consents } from './consents.tsx';
import { browserRegion, CountryField } from '../member/country-field.tsx';
import { EmailField } from '../form/credential-fields.tsx';
import { encryptPassword } from '../password-crypto/encrypt-password.ts';
import { dropPasswords, heldPasswords, holdPasswords } from './held-passwords.ts';
import { LOGIN_DRAFT, typedEmail } from '../form/login-draft.ts';
import { NewPassword } from '../form/new-password.tsx';
import {
  outcomeText,
  useNewPasswordProblems,
  useProblemText,
  type NewPasswordProblems,
} from '../form/problem-text.ts';
import css from '../form/account-form.module.css';
import { forget } from '../../app/storage/tab-memory.ts';
import { useCodeSending } from '../proof/use-code-sending.ts';
import { textOf, useForm, type Problems } from '../form/use-form.ts';
import { useSecretWrite } from '../password-crypto/use-secret-write.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

const emptyForm = () => ({
  email: typedEmail(),
  emailRepeat: '',
  code: '',
  password: '',
  repeat: '',
  fullname: '',
  username: '',
  country: browserRegion(),
  terms: false,
  privacy: false,
});
type SignUp = ReturnType<typeof emptyForm>;

const DRAFT = {
  key: 'kippu.draft.signUp',
  fields: ['email', 'emailRepeat', 'code', 'fullname', 'username', 'country', 'terms', 'privacy'],
} as const;

/** The field for each refusal of the server. */
const FIELD_OF: Readonly<Record<string, keyof SignUp>> = {
  'ACC-0001': 'email',
  'ACC-0002': 'emailRepeat',
  'ACC-0003': 'code',
  'ACC-0004': 'code',
  'ACC-0005': 'code',
  'ACC-0006': 'password',
  'ACC-0007': 'repeat',
};
const fieldOf = (error: CallError): keyof SignUp | undefined =>
  error.code === 'ACC-0009'
    ? error.values['field'] === 'fullname'
      ? 'fullname'
      : 'username'
    : FIELD_OF[error.code];

function problemsOf(
  messages: Messages,
  newPasswordProblems: NewPasswordProblems,
  typed: SignUp,
): Problems<SignUp> {
  const { account: words } = messages;
  const emails = checkEmails(typed.email, typed.emailRepeat);
  const emailText = outcomeText(messages, emails);
  const mismatch = !emails.ok && emails.code === 'ACC-0002';
  const consent = (given: boolean) => (checkConsent(given, given).ok ? undefined : words.agreeMissing);
  return {
    email: mismatch ? undefined : emailText,
    emailRepeat: mismatch ? emailText : undefined,
    code: outcomeText(messages, checkCode(typed.code)),
    ...newPasswordProblems(typed.password, typed.repeat),
    fullname: outcomeText(messages, checkName('fullname', typed.fullname)),
    username: outcomeText(messages, checkName('username', typed.username)),
    country: typed.country === '' ? words.countryMissing : undefined,
    terms: consent(typed.terms),
    privacy: consent(typed.privacy),
  };
}

async function registryBody(typed: SignUp) {
  return {
    email: typed.email.trim(),
    emailRepeat: typed.emailRepeat.trim(),
    verifyCode: normaliseCode(typed.code),
    password: await encryptPassword(registry.name, typed.password),
    passwordRepeat: await encryptPassword(registry.name, typed.repeat),
    fullname: typed.fullname,
    username: typed.username,
    country: typed.country,
    termsAccepted: typed.terms,
    privacyAccepted: typed.privacy,
    language: getSettings().language,
  };
}

export function SignUpScreen() {
  const session = useSession();
  const { next } = useParams('signUp');
  useEffect(() => {
    if (session) navigateTo(next, { replace: true });
  }, [session, next]);
  return session ? null : <SignUpForm next={next} />;
}

function SignUpForm({ next }: { readonly next: string | undefined }) {
  const messages = useMessages();
  const { account: words } = messages;
  const text = useProblemText();
  const newPasswordProblems = useNewPasswordProblems();
  const params = next === undefined ? {} : { next };
  const [initial] = useState(() => ({ ...emptyForm(), ...heldPasswords() }));
  useEffect(dropPasswords, []);
  const signUp = useSecretWrite(registry, registryBody, {
    onSuccess: (info) => {
      forget(DRAFT.key);
      forget(LOGIN_DRAFT.key);
      sending.done();
      // Leave this screen first; otherwise the session would lead to `next` without the welcome.
      navigate('signUpResult', params, { replace: true });
      beginSession(info);
    },
  });
  const form = useForm<SignUp>({
    initial,
    draft: DRAFT,
    busy: signUp.isPending,
    check: (typed) => problemsOf(messages, newPasswordProblems, typed),
    onSubmit: (typed) =>
      signUp.mutate(typed, {
        onError: (error) => {
          const field = error instanceof CallError ? fieldOf(error) : undefined;
          if (field) form.refuse(field, text(error));
        },
      }),
  });
  const sending = useCodeSending('registry', form.values.email);
  const { error } = signUp;
  const atField = error instanceof CallError && fieldOf(error) !== undefined;
  return (
    <Screen title={words.signUpTitle} leave="back">
      <form className={css['form']} {...form.props}>
        <Group title={words.groupEmail}>
          <EmailField label={words.email} {...textOf(form, 'email')} autoComplete="email" />
          <EmailField label={words.emailAgain} {...textOf(form, 'emailRepeat')} autoComplete="email" />
          <CodeStep
            sending={sending}
            email={form.values.email.trim()}
            code={textOf(form, 'code')}
            ready={() => form.require('email', 'emailRepeat')}
            onAsk={() => form.forgive('code')}
          />
        </Group>
        <Group title={words.groupPassword}>
          <NewPassword password={textOf(form, 'password')} repeat={textOf(form, 'repeat')} />
        </Group>
        <Group title={words.groupYou}>
          <TextField
            label={words.fullname}
            hint={words.fullnameHint}
            autoComplete="name"
            {...textOf(form, 'fullname')}
          />
          <TextField
            label={words.username}
            hint={words.usernameHint}
            autoComplete="nickname"
            {...textOf(form, 'username')}
          />
          <CountryField {...textOf(form, 'country')} />
        </Group>
        <Consents form={form} onRead={() => holdPasswords(form.values)} />
        {!atField && <SendFailed error={error} again={form.submit} text={text} failed="registerFailed" />}
        <div className={css['actions']}>
          <Button type="submit" busy={signUp.isPending}>
            {words.signUp}
          </Button>
          <ButtonLink to="login" params={params} kind="text" replace>
            {words.haveAccount}
          </ButtonLink>
        </div>
      </form>
    </Screen>
  );
}
