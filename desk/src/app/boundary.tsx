// A screen that fails takes only itself down; the side bar still leads elsewhere.
import { Component, type ReactNode } from 'react';
import { CircleAlert, Compass, RotateCw } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/load-state.tsx';
import { Page } from '../ui/page.tsx';
import { text, useSay } from './texts.ts';

const WORDS = {
  broken: text('画面を表示できません', 'This screen cannot be shown'),
  brokenText: text(
    '読み込み直してください。続くときは、管理者に知らせてください。',
    'Load the page again. If that does not help, tell a manager.',
  ),
  reload: text('読み込み直す', 'Load again'),
  notFound: text('ページが見つかりません', 'Page not found'),
  notFoundText: text(
    'アドレスが違うか、権限のない画面です。メニューから選んでください。',
    'The address is wrong, or the screen is not for your role. Choose from the menu.',
  ),
};

/** Give it a key of the screen: another screen starts afresh. */
export class Boundary extends Component<{ readonly children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const say = useSay();
  return (
    <Page title={say(WORDS.broken)}>
      <Empty
        icon={CircleAlert}
        title={say(WORDS.brokenText)}
        action={
          <Button icon={RotateCw} onClick={() => location.reload()}>
            {say(WORDS.reload)}
          </Button>
        }
      />
    </Page>
  );
}

export function NotFound() {
  const say = useSay();
  return (
    <Page title={say(WORDS.notFound)}>
      <Empty icon={Compass} title={say(WORDS.notFoundText)} />
    </Page>
  );
}
