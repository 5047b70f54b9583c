// The password is new: log in with it.
import { CircleCheck } from 'lucide-react';
import { useParams } from '../app/router.ts';
import { useMessages } from '../i18n/messages.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Screen } from '../ui/screen.tsx';

export function ResetResultScreen() {
  const { account: words } = useMessages();
  const { next } = useParams('resetResult');
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
