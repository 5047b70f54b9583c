// Creates an account in four steps: the email, its code, the password, the person. Each is a place of its own, so that the phone's back
// button leads to the step before.
import { Suspense, useEffect, useState } from 'react';
import { navigate, useParams } from '../../app/router/router.ts';
import { useLeaveAfterLogin } from '../../app/session/after-login.ts';
import { useSession } from '../../app/session/session.ts';
import { laterPart } from '../../ui/states/later-part.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { isCodeSent } from '../proof/use-code-sending.ts';
import { EmailStep } from './email-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { signUpEmail, stepFor } from './sign-up-progress.ts';
import { TypedCodeStep } from './typed-code-step.tsx';

/** The longest step. The first ones are on the screen sooner without it. */
const YouStep = laterPart(async () => (await import('./you-step.tsx')).YouStep);

export function SignUpScreen() {
  const session = useSession();
  const { next } = useParams('signUp');
  useLeaveAfterLogin(next);
  return session ? null : <PresentStep />;
}

function PresentStep() {
  const { next, step: wanted } = useParams('signUp');
  const params = next === undefined ? {} : { next };
  // Decided once: what runs out while a step is filled in does not take it away.
  const [step] = useState(() => stepFor(wanted, isCodeSent('registry', signUpEmail())));
  const isShown = step === (wanted ?? 'email');
  useEffect(() => {
    // An earlier step is not done, such as after a reload, which forgets the password.
    if (!isShown)
      navigate(
        'signUp',
        { ...(next === undefined ? {} : { next }), ...(step === 'email' ? {} : { step }) },
        { replace: true },
      );
  }, [isShown, next, step]);
  if (!isShown) return null;
  if (step === 'code') return <TypedCodeStep params={params} />;
  if (step === 'password') return <PasswordStep params={params} />;
  if (step === 'email') return <EmailStep params={params} />;
  return (
    <Suspense fallback={<Skeleton heights={[32, 200, 96]} />}>
      <YouStep params={params} />
    </Suspense>
  );
}
