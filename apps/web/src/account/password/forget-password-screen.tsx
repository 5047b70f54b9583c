// A forgotten password: a code proves the email, then a new password is chosen.
import { resetPassword, resetPasswordCheck } from '@kippu/contract/account';
import { checkCode, isEmail, normaliseCode, normaliseEmail } from '@kippu/domain/account-rules';
import { useState } from 'react';
import { isRefusal } from '../app/api-error.ts';
import { useWrite } from '../app/queries.ts';
import { navigate, useParams } from '../app/router.ts';
import { endSession } from '../app/session.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Screen } from '../ui/screen.tsx';
import css from './account-form.module.css';
import { CodeStep } from './code-step.tsx';
import { EmailField } from './credential-fields.tsx';
import { encryptPassword } from './encrypt-password.ts';
import { keepEmail, typedEmail } from './login-draft.ts';
import { NewPassword } from './new-password.tsx';
import { newPasswordProblems, outcomeText, useProblemText } from './problem-text.ts';
import { forget } from '../app/tab-memory.ts';
import { useCodeSending } from './use-code-sending.ts';
import { textOf, useForm } from './use-form.ts';
import { useSecretWrite } from './use-secret-write.ts';

const DRAFT = { key: 'kippu.draft.forgetPassword', fields: ['email', 'code'] } as const;

export function ForgetPasswordScreen() {
  const { account: words } = useMessages();
  /** Proves the email for five minutes; in memory only. */
  const [ticket, setTicket] = useState<string | null>(null);
  const [lost, setLost] = useState<Error | null>(null);
  const text = useProblemText();
  return (
    <Screen title={words.forgetTitle} leave="back">
      {lost && !ticket && <NoticeBox tone="danger">{text(lost)}</NoticeBox>}
      {ticket ? (
        <PasswordStep
          ticket={ticket}
          onLost={(error) => {
            setLost(error);
            setTicket(null);
          }}
        />
      ) : (
        <EmailStep onProved={setTicket} />
      )}
    </Screen>
  );
}

function EmailStep({ onProved }: { readonly onProved: (ticket: string) => void }) {
  const messages = useMessages();
  const { account: words, client } = messages;
  const text = useProblemText();
  const check = useWrite(resetPasswordCheck, {
    onSuccess: ({ resetTicket }) => {
      // Login comes next and need not ask for it again.
      keepEmail(form.values.email);
      sending.done();
      form.set('code', '');
      onProved(resetTicket);
    },
  });
  const form = useForm({
    initial: { email: typedEmail(), code: '' },
    draft: DRAFT,
    busy: check.isPending,
    check: ({ email, code }) => ({
      email: isEmail(normaliseEmail(email)) ? undefined : client.emailInvalid,
      code: outcomeText(messages, checkCode(code)),
    }),
    onSubmit: ({ email, code }) =>
      check.mutate(
        { body: { email: email.trim(), verifyCode: normaliseCode(code) } },
        {
          onError: (error) => {
            if (isRefusal(error, 'ACC-0003', 'ACC-0004', 'ACC-0005')) form.refuse('code', text(error));
          },
        },
      ),
  });
  const sending = useCodeSending('resetPassword', form.values.email);
  const atField = isRefusal(check.error, 'ACC-0003', 'ACC-0004', 'ACC-0005');
  return (
    <form className={css['short']} {...form.props}>
      <p className={css['intro']}>{words.forgetIntro}</p>
      <EmailField label={words.email} {...textOf(form, 'email')} autoComplete="username" />
      <CodeStep
        sending={sending}
        email={form.values.email.trim()}
        code={textOf(form, 'code')}
        ready={() => form.require('email')}
        onAsk={() => form.forgive('code')}
      />
      {check.error && !atField && <NoticeBox tone="danger">{text(check.error)}</NoticeBox>}
      {sending.sent && (
        <Button type="submit" busy={check.isPending}>
          {words.next}
        </Button>
      )}
    </form>
  );
}

function PasswordStep({
  ticket,
  onLost,
}: {
  readonly ticket: string;
  readonly onLost: (error: Error) => void;
}) {
  const messages = useMessages();
  const { account: words } = messages;
  const text = useProblemText();
  const { next } = useParams('forgetPassword');
  const reset = useSecretWrite(
    resetPassword,
    async ({ password, repeat }: { password: string; repeat: string }) => ({
      resetTicket: ticket,
      password: await encryptPassword(password),
      passwordRepeat: await encryptPassword(repeat),
    }),
    {
      onSuccess: () => {
        forget(DRAFT.key);
        navigate('resetResult', next === undefined ? {} : { next }, { replace: true });
        // The server has ended every session of the account, this phone's too.
        endSession();
      },
    },
  );
  const form = useForm({
    initial: { password: '', repeat: '' },
    busy: reset.isPending,
    check: ({ password, repeat }) => newPasswordProblems(messages, password, repeat),
    onSubmit: (typed) =>
      reset.mutate(typed, {
        onError: (error) => {
          if (isRefusal(error, 'ACC-0006', 'ACC-0008')) form.refuse('password', text(error));
          if (isRefusal(error, 'ACC-0007')) form.refuse('repeat', text(error));
          if (isRefusal(error, 'ACC-0005', 'AUTH-0021')) onLost(error);
        },
      }),
  });
  const atField = isRefusal(reset.error, 'ACC-0006', 'ACC-0007', 'ACC-0008');
  return (
    <form className={css['short']} {...form.props}>
      <p className={css['intro']}>{words.forgetNew}</p>
      <NewPassword password={textOf(form, 'password')} repeat={textOf(form, 'repeat')} />
      {reset.error && !atField && <NoticeBox tone="danger">{text(reset.error)}</NoticeBox>}
      <Button type="submit" busy={reset.isPending}>
        {words.reset}
      </Button>
    </form>
  );
}
