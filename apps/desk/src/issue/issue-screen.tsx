// Issues tickets: one order by hand, or many from a file.
import { deskProducts } from '@kippu/contract/routes/desk/find';
import { useRead } from '../app/call/queries.ts';
import { hrefOf, type ScreenProps } from '../app/router/router.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Loaded } from '../ui/layout/load-state.tsx';
import { Page } from '../ui/layout/page.tsx';
import { IssueFile } from './issue-file.tsx';
import { IssueOne } from './issue-one.tsx';
import css from './issue.module.css';

const WORDS = {
  title: text('きっぷを発行', 'Issue tickets'),
  sources: text('発行の方法', 'How to issue'),
  one: text('1件ずつ', 'One order'),
  file: text('CSVからまとめて', 'Many from a CSV file'),
};
const FILE = 'file';

export function IssueScreen({ rest: [source] }: ScreenProps) {
  const say = useSay();
  const read = useRead(deskProducts, {});
  const fromFile = source === FILE;
  return (
    <Page title={say(WORDS.title)}>
      <nav aria-label={say(WORDS.sources)} className={css['ways']}>
        <a href={hrefOf('issue')} aria-current={fromFile ? undefined : 'page'}>
          {say(WORDS.one)}
        </a>
        <a href={hrefOf('issue', [FILE])} aria-current={fromFile ? 'page' : undefined}>
          {say(WORDS.file)}
        </a>
      </nav>
      <Loaded read={read} lines={8}>
        {(sold) => (fromFile ? <IssueFile sold={sold} /> : <IssueOne sold={sold} />)}
      </Loaded>
    </Page>
  );
}
