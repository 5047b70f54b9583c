// Chooses the train: one whose list is on the device, or, with a network, any of today or tomorrow.
import { Download, TrainFront } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { nameIn } from '@kippu/contract/names';
import { addDays, dateAt, epochToWall } from '@kippu/domain/time/service-day';
import { text } from '../text/texts.ts';
import type { Inspector, InspectorView } from './inspector.ts';
import { ageText } from './inspector-words.ts';
import { ageOf } from './seat-list.ts';
import { useStaffLanguage } from './staff-language.tsx';

interface Props {
  readonly view: InspectorView;
  readonly online: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly inspector: Pick<Inspector, 'loadTrains' | 'takeAlong' | 'choose'>;
  readonly onChosen: () => void;
}

export function TrainChooser({ view, online, now, inspector, onChosen }: Props) {
  const { language, say } = useStaffLanguage();
  const today = dateAt(now);
  const [day, setDay] = useState(0);
  const date = addDays(today, day);
  const { taken, trains, busy } = view;
  const load = useEffectEvent((of: string) => void inspector.loadTrains(of));
  useEffect(() => {
    if (online) load(date);
  }, [date, online]);
  const choose = async (departureId: string) => {
    if (taken.some(({ list }) => list.departureId === departureId)) await inspector.choose(departureId);
    else if (!(await inspector.takeAlong(departureId))) return;
    onChosen();
  };
  const shown = trains?.date === date ? trains.trains : [];
  // After midnight, trains of the day before may still run.
  const days = [...(epochToWall(now).slice(11, 13) < '05' ? [-1] : []), 0, 1];
  const DAY_WORDS = new Map([
    [-1, text('昨日', 'Yesterday')],
    [0, text('今日', 'Today')],
    [1, text('明日', 'Tomorrow')],
  ]);
  return (
    <>
      {taken.length > 0 && (
        <section aria-label={say(text('端末にある一覧', 'On this device'))}>
          <h2>{say(text('端末にある一覧', 'On this device'))}</h2>
          <ul className="trains">
            {taken.map(({ list }) => (
              <li key={list.departureId}>
                <button
                  type="button"
                  aria-pressed={list === view.current?.list}
                  onClick={() => void choose(list.departureId)}
                >
                  <TrainFront size={22} />
                  <b>
                    {nameIn(list, 'trainName', language)} {list.trainNo}
                  </b>
                  <span>
                    {list.serviceDate.slice(5).replace('-', '/')} · {ageText(ageOf(list, now))[language]}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label={say(text('列車を選ぶ', 'Choose a train'))}>
        <h2>{say(text('列車を選ぶ', 'Choose a train'))}</h2>
        {online ? (
          <>
            <div className="days">
              {days.map((each) => (
                <button key={each} type="button" aria-pressed={each === day} onClick={() => setDay(each)}>
                  {say(DAY_WORDS.get(each) ?? text('今日', 'Today'))}
                </button>
              ))}
            </div>
            {shown.length === 0 && (
              <p className="empty" role="status">
                {say(
                  busy === 'trains'
                    ? text('列車を読み込んでいます…', 'Loading the trains…')
                    : text('この日の列車はありません', 'No trains on this day'),
                )}
              </p>
            )}
            <ul className="trains">
              {shown.map((train) => (
                <li key={train.departureId}>
                  <button
                    type="button"
                    disabled={busy !== null}
                    onClick={() => void choose(train.departureId)}
                  >
                    <Download size={22} />
                    <b>
                      {nameIn(train, 'trainName', language)} {train.trainNo}
                    </b>
                    <span>
                      {train.departAt.slice(11, 16)} {nameIn(train, 'fromName', language)} →{' '}
                      {train.arriveAt.slice(11, 16)} {nameIn(train, 'toName', language)}
                      {!train.runs && <em>{say(text('運休', 'cancelled'))}</em>}
                      {train.extra && <em>{say(text('臨時', 'extra train'))}</em>}
                      {busy === train.departureId && <em>{say(text('読み込み中…', 'loading…'))}</em>}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className="empty">
            {say(
              text(
                '一覧を取るにはネットが必要です。出発前につないでください',
                'A list is taken with a network: connect before you leave',
              ),
            )}
          </p>
        )}
      </section>
    </>
  );
}
