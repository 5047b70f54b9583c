// Resets a forgotten password: a mailed code proves the email, then the traveller chooses a new password.
import { resetPassword, resetPasswordCheck } from '@kippu/contract/routes/traveller/account';
import { isEmail, normaliseCode, normaliseEmail } from '@kippu/domain/account/rules';
import { useState } from 'react';
import { isRefusal } from '@kippu/client/call-error';
import { useWrite } from '../../app/query/queries.ts';
import { navigate, useParams } from '../../app/router/router.ts';
import { endSession } from '../../app/session/session.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Screen } from '../../ui/layout/screen.tsx';
import css from '../form/account-form.module.css';
import { CodeStep } from '../proof/code-step.tsx';
import { EmailField } from '../form/credential-fields.tsx';
import { encryptPassword } from '../password-crypto/encrypt-password.ts';
import { keepEmail, typedEmail } from '../form/login-draft.ts';
import { NewPassword } from '../form/new-password.tsx';
import { codeProblem, useNewPasswordProblems, useProblemText } from '../form/problem-text.ts';
import { forget } from '../../app/storage/tab-memory.ts';
import { useCodeSending } from '../proof/use-code-sending.ts';
import { textOf, useForm } from '../form/use-form.ts';
import { useSecretWrite } from '../password-crypto/use-secret-write.ts';
import { rememberReset } from './reset-memory.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

const DRAFT = { key: 'kippu.draft.forgetPassword', fields: ['email', 'code'] } as const;

export function ForgetPasswordScreen() {
  const { account: words } = useMessages();
  /** Proves the email for five minutes. Kept in memory only. */
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
      // Login is next; prefill its email.
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
      code: codeProblem(messages, code),
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
      {!atField && <SendFailed error={check.error} again={form.submit} text={text} />}
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
  const { account: words } = useMessages();
  const text = useProblemText();
  const newPasswordProblems = useNewPasswordProblems();
  const { next } = useParams('forgetPassword');
  const reset = useSecretWrite(
    resetPassword,
    async ({ password, repeat }: { password: string; repeat: string }) => ({
      resetTicket: ticket,
      password: await encryptPassword(resetPassword.name, password),
      passwordRepeat: await encryptPassword(resetPassword.name, repeat),
    }),
    {
      onSuccess: () => {
        forget(DRAFT.key);
        rememberReset();
        navigate('resetResult', next === undefined ? {} : { next }, { replace: true });
        // The server has ended all sessions of the account, including this phone's.
        endSession();
      },
    },
  );
  const form = useForm({
    initial: { password: '', repeat: '' },
    busy: reset.isPending,
    check: ({ password, repeat }) => newPasswordProblems(password, repeat),
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
      {!atField && <SendFailed error={reset.error} again={form.submit} text={text} />}
      <Button type="submit" busy={reset.isPending}>
        {words.reset}
      </Button>
    </form>
  );
}
