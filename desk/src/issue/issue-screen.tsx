// Issuing tickets: one order by hand.
import { deskProducts } from '@kippu/contract/desk-find';
import { useRead } from '../app/queries.ts';
import { text, useSay } from '../app/texts.ts';
import { Loaded } from '../ui/load-state.tsx';
import { Page } from '../ui/page.tsx';
import { IssueOne } from './issue-one.tsx';

const WORDS = {
  title: text('きっぷを発行', 'Issue tickets'),
};

export function IssueScreen() {
  const say = useSay();
  const read = useRead(deskProducts, {});
  return (
    <Page title={say(WORDS.title)}>
      <Loaded read={read} lines={8}>
        {(sold) => <IssueOne sold={sold} />}
      </Loaded>
    </Page>
  );
}
