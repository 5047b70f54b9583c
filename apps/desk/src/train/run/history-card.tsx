// What was said of a train, by whom and when, the newest first.
import { deskTrainHistory } from '@kippu/contract/routes/desk/live';
import { useRead } from '../../app/call/queries.ts';
import { useFormat } from '../../app/text/format.ts';
import { text, useLanguage, useSay } from '../../app/text/texts.ts';
import { Card } from '../../ui/layout/page.tsx';
import { Loaded } from '../../ui/layout/load-state.tsx';
import { saidTexts, undoneText, type RunOfTrain } from './run-words.ts';
import css from './run.module.css';

const WORDS = {
  title: text('この列車の履歴', 'History'),
  none: text('まだ何も変更されていません。', 'Nothing was changed yet.'),
  feed: (no: string) => text('配信{no}', 'Feed {no}', { no }),
};

export function HistoryCard({ of: train }: { readonly of: RunOfTrain }) {
  const say = useSay();
  const language = useLanguage();
  const { shortMoment } = useFormat();
  const read = useRead(deskTrainHistory, { departureId: train.departureId });
  return (
    <Card title={say(WORDS.title)}>
      <Loaded read={read} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={css['quiet']}>{say(WORDS.none)}</p>
          ) : (
            <ol className={css['history']}>
              {items.map(({ at, source, by, said, undone }, index) => (
                <li key={`${at} ${index}`}>
                  <span className={css['quiet']}>
                    {shortMoment(at)} · {/^\d+$/.test(by) && source === 'feed' ? say(WORDS.feed(by)) : by}
                  </span>
                  <span>
                    {[...saidTexts(train, said, language), ...undone.map(undoneText)].map(say).join(' · ')}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}
