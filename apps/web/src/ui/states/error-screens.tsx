// The error pages 500 and 503, and the one in place of a screen that failed. They come with the first file: the server may give no other.
import { CircleAlert } from 'lucide-react';
import { pageSettings } from '@kippu/client/page-settings';
import { useFirstMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../controls/button-link.tsx';
import { EmptyState } from './empty-state.tsx';
import { Screen } from '../layout/screen.tsx';
import { goBack } from '../../app/router/router.ts';

function ErrorScreen({ title, text }: { title: string; text: string }) {
  const { common } = useFirstMessages();
  return (
    <Screen title={title}>
      <EmptyState
        icon={CircleAlert}
        action={
          <>
            <ButtonLink to="tickets" params={{}} replace>
              {common.toTickets}
            </ButtonLink>
            <Button kind="text" onClick={goBack}>
              {common.retry}
            </Button>
          </>
        }
      >
        {text}
      </EmptyState>
    </Screen>
  );
}

export function ServerErrorScreen() {
  const { common } = useFirstMessages();
  return <ErrorScreen title={common.serverErrorTitle} text={common.serverErrorText} />;
}
export function MaintenanceScreen() {
  const { common } = useFirstMessages();
  const text = pageSettings().hasGates ? common.maintenanceText : '';
  return <ErrorScreen title={common.maintenanceTitle} text={text} />;
}

/** Replaces a screen that failed. Offers a reload. */
export function BrokenScreen() {
  const { common } = useFirstMessages();
  return (
    <Screen title={common.brokenTitle} leave="back">
      <EmptyState
        icon={CircleAlert}
        title={common.brokenTitle}
        action={<Button onClick={() => location.reload()}>{common.reload}</Button>}
      >
        {common.brokenText}
      </EmptyState>
    </Screen>
  );
}
