// The stops of a train: expected times, and for those who may change it where it calls and from which platform.
import { useState } from 'react';
import type { TrainChange } from '@kippu/contract/calls/desk/live';
import { MAX_LIVE } from '@kippu/contract/limits';
import { useFormat } from '../../app/text/format.ts';
import { text, useLanguage, useSay } from '../../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import shared from '@kippu/ui/field.module.css';
import { Chip } from '../../ui/layout/chip.tsx';
import { Form } from '../../ui/layout/page.tsx';
import { EffectsLine } from './effects-line.tsx';
import { TimeOf } from './run-state.tsx';
import { stopName, type RunOfTrain } from './run-words.ts';
import css from './run.module.css';
import { Overtaken, otherError } from './overtaken.tsx';
import { useChange } from './use-change.ts';

const WORDS = {
  stop: text('駅', 'Stop'),
  arrives: text('着', 'Arrives'),
  departs: text('発', 'Departs'),
  platform: text('のりば', 'Platform'),
  calls: text('停車', 'Calls'),
  skipped: text('停車しない', 'Does not call'),
  left: text('発車済み', 'Departed'),
  platformAt: (stop: string) => text('{stop}ののりば', 'Platform at {stop}', { stop }),
  callsAt: (stop: string) => text('{stop}に停車', 'Calls at {stop}', { stop }),
  onlyFrom: text('ここから運転', 'Runs from here'),
  onlyTo: text('ここまで運転', 'Runs to here'),
  onlyFromAt: (stop: string) => text('ここから運転：{stop}', 'Runs from here: {stop}', { stop }),
  onlyToAt: (stop: string) => text('ここまで運転：{stop}', 'Runs to here: {stop}', { stop }),
  save: text('駅とのりばを保存', 'Save stops and platforms'),
  undo: text('駅とのりばを取り消す', 'Undo stops and platforms'),
  few: text(
    '2駅以上に停車する必要があります。全区間なら運休にしてください。',
    'It must call at two stops at least. Cancel the whole train instead.',
  ),
};

interface Edited {
  readonly platforms: Readonly<Record<string, string>>;
  /** Undefined while nobody changed it. */
  readonly skipped: readonly string[] | undefined;
}
const NOTHING: Edited = { platforms: {}, skipped: undefined };

/** Returns the change that the edited stops mean; undefined for none. */
function changeOf({ expected, desk }: RunOfTrain, { platforms, skipped }: Edited): TrainChange | undefined {
  const typed = Object.keys(platforms).length > 0;
  if (!typed && !skipped) return undefined;
  const said = new Map((desk?.platforms ?? []).map(({ stop, platform }) => [stop, platform]));
  const wanted = expected.flatMap(({ key, plannedPlatform = '' }) => {
    const platform = (platforms[key] ?? said.get(key) ?? '').trim();
    // The timetable's platform is said only against a feed.
    const isSaid = key in platforms ? platform !== plannedPlatform : said.has(key);
    return platform !== '' && isSaid ? [{ stop: key, platform }] : [];
  });
  return {
    ...(typed ? { platforms: wanted.length > 0 ? wanted : null } : {}),
    ...(skipped ? { skipped: [...skipped] } : {}),
  };
}

export function StopsForm({
  of: train,
  mayChange,
}: {
  readonly of: RunOfTrain;
  readonly mayChange: boolean;
}) {
  const say = useSay();
  const language = useLanguage();
  const { time } = useFormat();
  const [edited, setEdited] = useState(NOTHING);
  const act = useChange(train, () => setEdited(NOTHING));
  const { expected, stops, desk } = train;
  // A train that does not run keeps its stops for when it runs again.
  const known = desk?.skipped ?? train.feed?.skipped ?? [];
  const skipped = edited.skipped ?? known;
  const change = changeOf(train, edited);
  const isTooFew = expected.length - skipped.length < 2;
  const setSkipped = (next: readonly string[]) => setEdited({ ...edited, skipped: next });
  const toggle = (key: string) =>
    setSkipped(skipped.includes(key) ? skipped.filter((each) => each !== key) : [...skipped, key]);
  const only = (from: number, to: number) =>
    setSkipped(expected.flatMap(({ key }, at) => (at < from || at > to ? [key] : [])));
  const wall = (wire: string | undefined) => (wire === undefined ? '' : time(wire));
  const firstCall = expected.findIndex(({ key }) => !skipped.includes(key));
  const lastCall = expected.findLastIndex(({ key }) => !skipped.includes(key));
  const table = (
    <div className={css['scroll']} tabIndex={0} role="group" aria-label={say(WORDS.stop)}>
      <table className={css['stops']} role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {say(WORDS.stop)}
            </th>
            <th role="columnheader" scope="col">
              {say(WORDS.arrives)}
            </th>
            <th role="columnheader" scope="col">
              {say(WORDS.departs)}
            </th>
            <th role="columnheader" scope="col">
              {say(WORDS.platform)}
            </th>
            <th role="columnheader" scope="col">
              {say(WORDS.calls)}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {expected.map((stop, at) => {
            const planned = stops[at];
            const name = stopName(train, stop.key, language);
            const shown = edited.platforms[stop.key] ?? stop.platform ?? '';
            return (
              <tr key={stop.key} role="row" data-skipped={skipped.includes(stop.key) || undefined}>
                <th role="rowheader" scope="row">
                  {name} {stop.hasLeft && <Chip>{say(WORDS.left)}</Chip>}
                </th>
                <td role="cell" data-title={say(WORDS.arrives)}>
                  <TimeOf planned={wall(planned?.arriveAt)} expected={wall(stop.arriveAt)} />
                </td>
                <td role="cell" data-title={say(WORDS.departs)}>
                  <TimeOf planned={wall(planned?.departAt)} expected={wall(stop.departAt)} />
                </td>
                <td role="cell" data-title={say(WORDS.platform)}>
                  {mayChange ? (
                    <input
                      className={`${shared['input']} ${css['platform']}`}
                      aria-label={say(WORDS.platformAt(name))}
                      value={shown}
                      maxLength={MAX_LIVE.platform}
                      autoComplete="off"
                      onChange={({ target }) =>
                        setEdited({ ...edited, platforms: { ...edited.platforms, [stop.key]: target.value } })
                      }
                    />
                  ) : (
                    shown
                  )}
                </td>
                <td role="cell" data-title={say(WORDS.calls)}>
                  {mayChange ? (
                    <span className={css['calls']}>
                      <input
                        type="checkbox"
                        aria-label={say(WORDS.callsAt(name))}
                        checked={!skipped.includes(stop.key)}
                        onChange={() => toggle(stop.key)}
                      />
                      {at > firstCall && at < lastCall && (
                        <>
                          <Button
                            kind="text"
                            aria-label={say(WORDS.onlyFromAt(name))}
                            onClick={() => only(at, lastCall)}
                          >
                            {say(WORDS.onlyFrom)}
                          </Button>
                          <Button
                            kind="text"
                            aria-label={say(WORDS.onlyToAt(name))}
                            onClick={() => only(firstCall, at)}
                          >
                            {say(WORDS.onlyTo)}
                          </Button>
                        </>
                      )}
                    </span>
                  ) : (
                    skipped.includes(stop.key) && <Chip tone="warn">{say(WORDS.skipped)}</Chip>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
  if (!mayChange) return table;
  return (
    <Form
      wide
      error={otherError(act.error)}
      onSubmit={() => {
        if (change && !isTooFew) act.save(change);
      }}
      actions={
        <>
          <Button type="submit" busy={act.busy} kind="outline" disabled={!change || isTooFew}>
            {say(WORDS.save)}
          </Button>
          {(desk?.platforms || desk?.skipped) && (
            <Button
              kind="outline"
              busy={act.busy}
              onClick={() => act.save({ platforms: null, skipped: null })}
            >
              {say(WORDS.undo)}
            </Button>
          )}
        </>
      }
    >
      {table}
      {isTooFew && (
        <p className={css['wrong']} role="alert">
          {say(WORDS.few)}
        </p>
      )}
      <EffectsLine of={train} change={isTooFew ? undefined : change} />
      <Overtaken error={act.error} />
    </Form>
  );
}
