// Shown in place of a screen that failed or does not exist; the side bar still works. Shown in place of the whole page
// if that failed.
import { CircleAlert, Compass, RotateCw } from 'lucide-react';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Empty } from '../../ui/layout/load-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { text, useSay } from '../text/texts.ts';

const WORDS = {
  broken: text('画面を表示できません', 'This screen cannot be shown'),
  brokenText: text('読み込み直してください', 'Load the page again'),
  brokenMore: text('続くときは、管理者に知らせてください。', 'If that does not help, contact a manager.'),
  reload: text('読み込み直す', 'Load again'),
  notFound: text('ページが見つかりません', 'Page not found'),
  notFoundText: text('アドレスが違うか、権限のない画面です', 'The address is wrong, or not for your role'),
  notFoundMore: text('メニューから選んでください。', 'Choose from the menu.'),
  start: text('最初の画面へ', 'To the first screen'),
};

/** For an error while rendering; offers to load the page again. */
export function Broken() {
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
      >
        {say(WORDS.brokenMore)}
      </Empty>
    </Page>
  );
}

/** For an address that names no screen, or one that the person's role may not see. */
export function NotFound() {
  const say = useSay();
  return (
    <Page title={say(WORDS.notFound)}>
      <Empty
        icon={Compass}
        title={say(WORDS.notFoundText)}
        action={
          <ButtonLink kind="outline" href="#/">
            {say(WORDS.start)}
          </ButtonLink>
        }
      >
        {say(WORDS.notFoundMore)}
      </Empty>
    </Page>
  );
}
