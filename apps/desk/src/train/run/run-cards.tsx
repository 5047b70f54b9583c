// How a train runs today, and what the desk says of it.
import { deskChangeTrain, deskTrainRun } from '@kippu/contract/routes/desk/live';
import { useRead } from '../../app/call/queries.ts';
import { useMay } from '../../app/session/rights.ts';
import { text, useLanguage, useSay } from '../../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Facts } from '../../ui/layout/facts.tsx';
import { Card, Columns } from '../../ui/layout/page.tsx';
import { Loaded } from '../../ui/layout/load-state.tsx';
import { ErrorBox } from '../../ui/messages/error-box.tsx';
import { CancelAct } from './cancel-act.tsx';
import { CarsForm } from './cars-form.tsx';
import { HistoryCard } from './history-card.tsx';
import { LateForm } from './late-form.tsx';
import { Overtaken, otherError } from './overtaken.tsx';
import { RunState, Whose } from './run-state.tsx';
import { saidTexts, type RunOfTrain } from './run-words.ts';
import { StopsForm } from './stops-form.tsx';
import { useChange } from './use-change.ts';
import { WordsForm } from './words-form.tsx';

const WORDS = {
  title: text('今日の運行', 'How it runs'),
  late: text('遅れ', 'Late'),
  stops: text('駅とのりば', 'Stops and platforms'),
  state: text('状態', 'State'),
  whose: text('情報源', 'By'),
  desk: text('窓口の指示', 'The desk says'),
  feed: text('配信の内容', 'The feed says'),
  undoAll: text('窓口の指示をすべて取り消す', 'Undo all of the desk'),
  past: text('到着済みのため、変更できません。', 'It has arrived and can no longer be changed.'),
};

const AGAIN_MS = 10_000;

const UNDO_ALL = {
  runs: null,
  late: null,
  skipped: null,
  platforms: null,
  formation: null,
  lostCars: null,
  words: null,
} as const;

function State({ of: train, mayChange }: { readonly of: RunOfTrain; readonly mayChange: boolean }) {
  const say = useSay();
  const language = useLanguage();
  const act = useChange(train, () => undefined);
  const { desk, feed, run } = train;
  const texts = (said: typeof desk) => said && saidTexts(train, said, language).map(say).join(' · ');
  return (
    <Card title={say(WORDS.title)} aside={<CancelAct of={train} />}>
      <Facts
        of={[
          [say(WORDS.state), <RunState key="state" of={run} />],
          [
            say(WORDS.whose),
            (run.deskAge !== undefined || run.feedAge !== undefined) && <Whose key="whose" of={run} />,
          ],
          [say(WORDS.desk), texts(desk)],
          [say(WORDS.feed), texts(feed)],
        ]}
      />
      {run.isPast && <NoticeBox>{say(WORDS.past)}</NoticeBox>}
      {desk && mayChange && (
        <div>
          <Button kind="outline" busy={act.busy} onClick={() => act.save(UNDO_ALL)}>
            {say(WORDS.undoAll)}
          </Button>
        </div>
      )}
      <Overtaken error={act.error} />
      <ErrorBox error={otherError(act.error)} />
    </Card>
  );
}

function Cards({ of: train, isFirst }: { readonly of: RunOfTrain; readonly isFirst: boolean }) {
  const say = useSay();
  const mayChange = useMay()(deskChangeTrain) && !train.run.isPast;
  return (
    <>
      <Columns>
        {mayChange && (
          <Card title={say(WORDS.late)}>
            <LateForm of={train} isFirst={isFirst} />
          </Card>
        )}
        <State of={train} mayChange={mayChange} />
      </Columns>
      <Card title={say(WORDS.stops)}>
        <StopsForm of={train} mayChange={mayChange} />
      </Card>
      {mayChange && (
        <Columns>
          <CarsForm of={train} />
          <WordsForm of={train} />
        </Columns>
      )}
      <HistoryCard of={train} />
    </>
  );
}

/** `isFirst`: somebody came to change the train, so that the first field takes the focus. */
export function RunCards({
  departureId,
  isFirst,
}: {
  readonly departureId: string;
  readonly isFirst: boolean;
}) {
  const read = useRead(deskTrainRun, { departureId }, { againAfter: () => AGAIN_MS });
  return (
    <Loaded read={read} lines={6}>
      {(train) => <Cards of={train} isFirst={isFirst} />}
    </Loaded>
  );
}
