// The third step of a sign-up: the password, typed twice. It is kept in memory only.
import { useState } from 'react';
import { navigate } from '../../app/router/router.ts';
import type { RouteParams } from '../../app/router/link-to.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import css from '../form/account-form.module.css';
import { NewPassword } from '../form/new-password.tsx';
import { useNewPasswordProblems } from '../form/problem-text.ts';
import { textOf, useForm } from '../form/use-form.ts';
import { heldPasswords, holdPasswords } from './held-passwords.ts';
import { refusalAt, signUpEmail } from './sign-up-progress.ts';
import { StepScreen } from './step-screen.tsx';

export function PasswordStep({ params }: { readonly params: Omit<RouteParams['signUp'], 'step'> }) {
  const { account: words } = useMessages();
  const problems = useNewPasswordProblems();
  const [initial] = useState(heldPasswords);
  const form = useForm({
    initial: { password: initial.password, repeat: initial.repeat },
    refused: refusalAt(['password', 'repeat'] as const),
    busy: false,
    check: ({ password, repeat }) => problems(password, repeat),
    onSubmit: (typed) => {
      holdPasswords(typed);
      navigate('signUp', { ...params, step: 'you' });
    },
  });
  return (
    <StepScreen step="password" title={words.groupPassword}>
      <form className={css['short']} {...form.props}>
        {/* A password manager stores the password under this email. */}
        <input type="email" autoComplete="username" value={signUpEmail()} readOnly hidden />
        <NewPassword password={textOf(form, 'password')} repeat={textOf(form, 'repeat')} />
        <div className={css['actions']}>
          <Button type="submit">{words.next}</Button>
        </div>
      </form>
    </StepScreen>
  );
}
