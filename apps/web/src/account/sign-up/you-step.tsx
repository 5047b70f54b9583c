// The last step of a sign-up: the person and the two consents. It creates the account.
import { registry } from '@kippu/contract/routes/traveller/account';
import { checkConsent, checkName, usernameOf } from '@kippu/domain/account/rules';
import { useState } from 'react';
import { CallError } from '@kippu/client/call-error';
import { navigate } from '../../app/router/router.ts';
import type { RouteParams } from '../../app/router/link-to.ts';
import { beginSession } from '../../app/session/session.ts';
import { keepLastEmail } from '../../app/session/last-email.ts';
import { getSettings } from '../../app/storage/settings.ts';
import { useMessages } from '../../i18n/messages.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';
import { Button } from '@kippu/ui/button';
import { TextField } from '@kippu/ui/field';
import css from '../form/account-form.module.css';
import { outcomeText, useProblemText } from '../form/problem-text.ts';
import { textOf, useForm } from '../form/use-form.ts';
import { browserRegion, CountryField } from '../member/country-field.tsx';
import { encryptPassword } from '../password-crypto/encrypt-password.ts';
import { useSecretWrite } from '../password-crypto/use-secret-write.ts';
import { useCodeSending } from '../proof/use-code-sending.ts';
import { Consents } from './consents.tsx';
import { heldPasswords, holdPasswords } from './held-passwords.ts';
import {
  checkedCode,
  dropChecked,
  forgetSignUp,
  keepRefusal,
  signUpEmail,
  YOU_DRAFT,
  type Step,
} from './sign-up-progress.ts';
import { StepScreen } from './step-screen.tsx';

const emptyForm = () => ({ fullname: '', country: browserRegion(), terms: false, privacy: false });
type You = ReturnType<typeof emptyForm>;

/** The step and field of each refusal that an earlier step can correct. */
const EARLIER: Readonly<Record<string, { readonly step: Step; readonly field: string } | undefined>> = {
  'ACC-0001': { step: 'email', field: 'email' },
  'ACC-0002': { step: 'email', field: 'emailRepeat' },
  'ACC-0003': { step: 'code', field: 'code' },
  'ACC-0004': { step: 'code', field: 'code' },
  'ACC-0005': { step: 'code', field: 'code' },
  'ACC-0006': { step: 'password', field: 'password' },
  'ACC-0007': { step: 'password', field: 'repeat' },
};

async function registryBody({ fullname, country, terms, privacy }: You) {
  const { password, repeat } = heldPasswords();
  const email = signUpEmail();
  return {
    email,
    emailRepeat: email,
    verifyCode: checkedCode() ?? '',
    password: await encryptPassword(registry.name, password),
    passwordRepeat: await encryptPassword(registry.name, repeat),
    fullname,
    username: usernameOf(fullname),
    country,
    termsAccepted: terms,
    privacyAccepted: privacy,
    language: getSettings().language,
  };
}

export function YouStep({ params }: { readonly params: Omit<RouteParams['signUp'], 'step'> }) {
  const messages = useMessages();
  const { account: words } = messages;
  const text = useProblemText();
  const [passwords] = useState(heldPasswords);
  const sending = useCodeSending('registry', signUpEmail());
  const signUp = useSecretWrite(registry, registryBody, {
    onSuccess: (info) => {
      forgetSignUp();
      keepLastEmail(info.member.email);
      sending.done();
      // Leave this screen first; otherwise the session would lead to `next` without the welcome.
      navigate('signUpResult', params, { replace: true });
      beginSession(info);
    },
  });
  const form = useForm<You>({
    initial: emptyForm(),
    draft: YOU_DRAFT,
    busy: signUp.isPending,
    check: ({ fullname, country, terms, privacy }) => {
      const consent = (given: boolean) => (checkConsent(given, given).ok ? undefined : words.agreeMissing);
      return {
        fullname: outcomeText(messages, checkName('fullname', fullname)),
        country: country === '' ? words.countryMissing : undefined,
        terms: consent(terms),
        privacy: consent(privacy),
      };
    },
    onSubmit: (typed) => {
      // Typed long ago, the passwords are still those of this form.
      holdPasswords(passwords);
      signUp.mutate(typed, {
        onError: (error) => {
          const code = error instanceof CallError ? error.code : '';
          const earlier = EARLIER[code];
          if (earlier) {
            keepRefusal({ field: earlier.field, text: text(error) });
            if (earlier.step === 'code') dropChecked();
            const step = earlier.step === 'email' ? {} : { step: earlier.step };
            navigate('signUp', { ...params, ...step }, { replace: true });
          } else if (code === 'ACC-0009') form.refuse('fullname', text(error));
        },
      });
    },
  });
  const { error } = signUp;
  const atField = error instanceof CallError && (error.code === 'ACC-0009' || EARLIER[error.code]);
  return (
    <StepScreen step="you" title={words.groupYou}>
      <form className={css['short']} {...form.props}>
        <TextField
          label={words.fullname}
          hint={words.fullnameHint}
          autoComplete="name"
          {...textOf(form, 'fullname')}
        />
        <CountryField {...textOf(form, 'country')} />
        <Consents form={form} onRead={() => holdPasswords(passwords)} />
        {!atField && <SendFailed error={error} again={form.submit} text={text} failed="registerFailed" />}
        <div className={css['actions']}>
          <Button type="submit" busy={signUp.isPending}>
            {words.signUp}
          </Button>
        </div>
      </form>
    </StepScreen>
  );
}
