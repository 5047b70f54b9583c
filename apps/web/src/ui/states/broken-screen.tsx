// Shown in place of a screen that failed. Offers a reload.
import { Button } from '@kippu/ui/button';
import { CircleAlert } from 'lucide-react';
import { useMessages } from '../../i18n/messages.ts';
import { EmptyState } from './empty-state.tsx';
import { Screen } from '../layout/screen.tsx';

export function BrokenScreen() {
  const { common } = useMessages();
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
