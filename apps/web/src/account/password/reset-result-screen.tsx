// Confirms the new password and links to login.
import { CircleCheck } from 'lucide-react';
import { useParams } from '../../app/router/router.ts';
import { useMessages } from '../../i18n/messages.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { NotFoundScreen } from '../../ui/states/incomplete-screen.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { wasReset } from './reset-memory.ts';

export function ResetResultScreen() {
  const { account: words } = useMessages();
  const { next } = useParams('resetResult');
  // The screen was opened by its address; no password was changed.
  if (!wasReset()) return <NotFoundScreen />;
  return (
    <Screen
      title={words.resetTitle}
      dock={
        <ButtonLink to="login" params={next === undefined ? {} : { next }} replace>
          {words.login}
        </ButtonLink>
      }
    >
      <EmptyState icon={CircleCheck} tone="ok" title={words.resetText} />
    </Screen>
  );
}
