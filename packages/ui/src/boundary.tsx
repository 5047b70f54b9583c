// Limits the failure of a screen to that screen; the rest of the page still works.
import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown in place of the failed screen. */
  readonly broken: ReactNode;
  readonly children: ReactNode;
}

/** Use the screen as its key, so that another screen starts without the failure. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.broken : this.props.children;
  }
}
