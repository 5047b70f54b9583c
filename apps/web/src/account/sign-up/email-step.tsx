// The first step of a sign-up: the email, typed twice, to which a code is sent.
import { checkEmails } from '@kippu/domain/account/rules';
import { useEffect } from 'react';
import { navigate } from '../../app/router/router.ts';
import type { RouteParams } from '../../app/router/link-to.ts';
import { useMessages } from '../../i18n/messages.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Button } from '@kippu/ui/button';
import css from '../form/account-form.module.css';
import { EmailField } from '../form/credential-fields.tsx';
import { typedEmail } from '../form/login-draft.ts';
import { outcomeText, useProblemText } from '../form/problem-text.ts';
import { textOf, useForm } from '../form/use-form.ts';
import { CaptchaField } from '../proof/captcha-field.tsx';
import { CaptchaUnsolved } from '../proof/use-captcha.ts';
import { useCodeSending } from '../proof/use-code-sending.ts';
import { checkedCode, EMAIL_DRAFT, refusalAt } from './sign-up-progress.ts';
import { StepScreen } from './step-screen.tsx';

export function EmailStep({ params }: { readonly params: Omit<RouteParams['signUp'], 'step'> }) {
  const messages = useMessages();
  const { account: words } = messages;
  const text = useProblemText();
  const goOn = () =>
    navigate('signUp', { ...params, step: checkedCode() === undefined ? 'code' : 'password' });
  const form = useForm({
    initial: { email: typedEmail(), emailRepeat: '' },
    draft: EMAIL_DRAFT,
    refused: refusalAt(EMAIL_DRAFT.fields),
    busy: false,
    check: ({ email, emailRepeat }) => {
      const outcome = checkEmails(email, emailRepeat);
      const problem = outcomeText(messages, outcome);
      const mismatch = !outcome.ok && outcome.code === 'ACC-0002';
      return { email: mismatch ? undefined : problem, emailRepeat: mismatch ? problem : undefined };
    },
    onSubmit: () => {
      // Back in this step with the same email, no other code is necessary: the next step can send one.
      if (isReady) goOn();
      else sending.ask();
    },
  });
  const sending = useCodeSending('registry', form.values.email);
  const { error, justSent } = sending;
  const { next } = params;
  const isReady = sending.sent && (!sending.expired || checkedCode() !== undefined);
  useEffect(() => {
    if (justSent > 0) navigate('signUp', { ...(next === undefined ? {} : { next }), step: 'code' });
  }, [justSent, next]);
  const button = isReady ? words.next : words.sendCode;
  return (
    <StepScreen step="email" title={words.signUpTitle}>
      <form className={css['short']} {...form.props}>
        <EmailField label={words.email} {...textOf(form, 'email')} autoComplete="username" />
        <EmailField label={words.emailAgain} {...textOf(form, 'emailRepeat')} autoComplete="username" />
        <CaptchaField captcha={sending.captcha} why={words.checkCodeWhy} button={button} />
        {!(error instanceof CaptchaUnsolved) && <SendFailed error={error} again={form.submit} text={text} />}
        <div className={css['actions']}>
          <Button type="submit" busy={sending.busy}>
            {button}
          </Button>
          <ButtonLink to="login" params={params} kind="text" replace>
            {words.haveAccount}
          </ButtonLink>
        </div>
      </form>
    </StepScreen>
  );
}
