// A screen that fails takes only itself down; a reload is offered, and everything else still works.
import { Component, type ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Screen } from '../ui/screen.tsx';

/** Give it a key of the screen: another screen starts afresh. */
export class ScreenBoundary extends Component<{ readonly children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <BrokenScreen /> : this.props.children;
  }
}

function BrokenScreen() {
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
