// The second step of a sign-up: the mailed code, checked as soon as its last digit is typed.
import { checkVerifyCode } from '@kippu/contract/routes/traveller/account';
import { checkCode, normaliseCode } from '@kippu/domain/account/rules';
import { useEffect, useRef } from 'react';
import { isRefusal } from '@kippu/client/call-error';
import { useWrite } from '../../app/query/queries.ts';
import { navigate } from '../../app/router/router.ts';
import type { RouteParams } from '../../app/router/link-to.ts';
import { useMessages } from '../../i18n/messages.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import css from '../form/account-form.module.css';
import { codeProblem, useProblemText } from '../form/problem-text.ts';
import { textOf, useForm } from '../form/use-form.ts';
import { CodeStep } from '../proof/code-step.tsx';
import { useCodeSending } from '../proof/use-code-sending.ts';
import { CODE_DRAFT, keepChecked, refusalAt, signUpEmail } from './sign-up-progress.ts';
import { StepScreen } from './step-screen.tsx';

const ABOUT_CODE = ['ACC-0003', 'ACC-0004', 'ACC-0005'] as const;

export function TypedCodeStep({ params }: { readonly params: Omit<RouteParams['signUp'], 'step'> }) {
  const messages = useMessages();
  const { account: words } = messages;
  const text = useProblemText();
  const email = signUpEmail();
  const sending = useCodeSending('registry', email);
  /** The last code that was sent for a check. It is not sent again until it changes or the button is pressed. */
  const sentCode = useRef('');
  const checking = useWrite(checkVerifyCode);
  const look = (typed: string) => {
    const verifyCode = normaliseCode(typed);
    sentCode.current = verifyCode;
    checking.mutate(
      { body: { email, verifyCode } },
      {
        onSuccess: ({ expiresIn }) => {
          // The field may hold another code by now.
          if (sentCode.current !== verifyCode) return;
          keepChecked(email, verifyCode, expiresIn);
          navigate('signUp', { ...params, step: 'password' }, { replace: true });
        },
        onError: (error) => {
          if (isRefusal(error, ...ABOUT_CODE)) form.refuse('code', text(error));
        },
      },
    );
  };
  const form = useForm({
    initial: { code: '' },
    draft: CODE_DRAFT,
    refused: refusalAt(CODE_DRAFT.fields),
    busy: checking.isPending,
    check: ({ code }) => ({ code: codeProblem(messages, code) }),
    onSubmit: ({ code }) => look(code),
  });
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  const code = textOf(form, 'code');
  const { error } = checking;
  return (
    <StepScreen step="code" title={words.groupEmail}>
      <form className={css['short']} {...form.props}>
        <div ref={field} className={css['short']}>
          <CodeStep
            sending={sending}
            email={email}
            code={{
              ...code,
              onChange: (event) => {
                code.onChange(event);
                const typed = event.target.value;
                if (checkCode(typed).ok && normaliseCode(typed) !== sentCode.current) look(typed);
              },
            }}
            ready={() => true}
            onAsk={() => {
              form.set('code', '');
              form.forgive('code');
            }}
          />
        </div>
        {!isRefusal(error, ...ABOUT_CODE) && <SendFailed error={error} again={form.submit} text={text} />}
        <div className={css['actions']}>
          <Button type="submit" busy={checking.isPending}>
            {words.next}
          </Button>
          <ButtonLink to="signUp" params={params} kind="text" replace>
            {words.otherEmail}
          </ButtonLink>
        </div>
      </form>
    </StepScreen>
  );
}
