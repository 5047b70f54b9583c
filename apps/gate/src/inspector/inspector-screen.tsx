// The page of staff on board: check a code, look through the seats, choose the train.
import { Armchair, Keyboard, RefreshCw, ScanQrCode, Settings, TrainFront, WifiOff } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type FormEvent } from 'react';
import { nameIn } from '@kippu/contract/names';
import type { GateView } from '../core/gate-view.ts';
import { readCamera } from '../reader/camera-reader.ts';
import type { DetectCodes } from '../reader/code-detector.ts';
import { gateLanguages, text } from '../text/texts.ts';
import { CarView } from './car-view.tsx';
import { FindingCard } from './finding-card.tsx';
import type { Inspector } from './inspector.ts';
import { ageText, haltOf, troubleWords } from './inspector-words.ts';
import { ageOf } from './seat-list.ts';
import { StaffLanguage, useStaffLanguage } from './staff-language.tsx';
import { TrainChooser } from './train-chooser.tsx';
import { useAppearance } from './use-appearance.ts';
import './inspector.css';

/** From this age on, a list is marked as old. */
const OLD_MS = 30 * 60_000;
const LANGUAGE_NAMES: Readonly<Record<string, string>> = { ja: '日本語', en: 'English', de: 'Deutsch' };
type Tab = 'check' | 'seats' | 'train';

interface Props {
  readonly gate: GateView;
  readonly inspector: Inspector;
  readonly detector: Promise<DetectCodes>;
  readonly onSettings: () => void;
}

/** The camera, and a field for a code that comes otherwise. */
function Reader({ gate, inspector, detector }: Omit<Props, 'onSettings'>) {
  const { say } = useStaffLanguage();
  const [works, setWorks] = useState<boolean | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const video = useRef<HTMLVideoElement>(null);
  const facing = gate.settings?.camera ?? 'off';
  const read = (found: string) => {
    inspector.read(found).catch((error: unknown) => console.error(error));
  };
  const seen = useEffectEvent(read);
  const state = useEffectEvent((fault: unknown) => setWorks(fault === null));
  useEffect(() => {
    if (facing === 'off' || !video.current) return;
    return readCamera({
      facing,
      video: video.current,
      detector,
      onText: (found) => seen(found),
      onState: (fault) => state(fault),
    });
  }, [facing, detector]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed?.trim()) read(typed.trim());
    setTyped(null);
  };
  return (
    <>
      {facing !== 'off' && (
        <div className={works ? 'finder' : 'finder waiting'}>
          <video ref={video} muted playsInline className={facing === 'user' ? 'mirrored' : ''} />
          <i className="corner" />
        </div>
      )}
      {(facing === 'off' || !works) && (
        <p className="no-finder">
          <ScanQrCode size={56} strokeWidth={1.25} />
          {say(
            facing === 'off' || works === null
              ? text('コードを読み取ってください', 'Read a code')
              : text(
                  'カメラが使えません。スキャナか入力で読み取れます',
                  'No camera: use a scanner, or type the code',
                ),
          )}
        </p>
      )}
      {typed === null ? (
        <button type="button" className="type-it" onClick={() => setTyped('')}>
          <Keyboard size={20} /> {say(text('コードを入力する', 'Type the code'))}
        </button>
      ) : (
        <form className="type-form" onSubmit={submit}>
          <label>
            {say(text('コードの文字（KQ1: で始まる）', 'Text of the code (begins with KQ1:)'))}
            <input
              name="code-text"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
          <button type="submit" className="primary">
            {say(text('確かめる', 'Check it'))}
          </button>
        </form>
      )}
    </>
  );
}

function Page({ gate, inspector, detector, onSettings }: Props) {
  const { language, say, setLanguage } = useStaffLanguage();
  const view = useSyncExternalStore(inspector.subscribe, inspector.view);
  const { current, finding } = view;
  const [chosen, choose] = useState<{ readonly tab: Tab; readonly after: number }>({
    tab: current ? 'check' : 'train',
    after: 0,
  });
  // A code that a scanner reads is shown, whatever was on the screen.
  const tab = finding && finding.id > chosen.after ? 'check' : chosen.tab;
  const setTab = (next: Tab) => choose({ tab: next, after: finding?.id ?? 0 });
  const online = gate.trouble === null;
  const halt = haltOf(gate);
  const trouble = view.trouble && troubleWords(view.trouble);
  const age = current ? ageOf(current.list, gate.now) : 0;
  const tabs = [
    { value: 'check', name: text('確認', 'Check'), Icon: ScanQrCode },
    { value: 'seats', name: text('座席', 'Seats'), Icon: Armchair },
    { value: 'train', name: text('列車', 'Train'), Icon: TrainFront },
  ] as const;
  const [, other] = gateLanguages();
  const next = gateLanguages().find((each) => each !== language);
  return (
    <>
      <header className="inspector-top">
        <div>
          <h1>
            {current
              ? `${nameIn(current.list, 'trainName', language)} ${current.list.trainNo}`
              : say(text('車内改札', 'On board'))}
          </h1>
          <p className={age >= OLD_MS ? 'old' : ''}>
            {!online && <WifiOff size={16} aria-label={say(text('オフライン', 'Offline'))} />}
            {current
              ? say(
                  text('{time}の一覧（{age}）', 'List of {time}, {age}', {
                    time: current.list.madeAt.slice(11, 16),
                    age: ageText(age),
                  }),
                )
              : say(online ? text('列車を選んでください', 'Choose a train') : text('オフライン', 'Offline'))}
          </p>
        </div>
        {current && online && (
          <button
            type="button"
            aria-label={say(text('一覧を更新', 'Refresh the list'))}
            disabled={view.busy !== null}
            onClick={() => void inspector.refresh()}
          >
            <RefreshCw size={22} />
          </button>
        )}
        {other !== undefined && next !== undefined && (
          <button type="button" className="language" lang={next} onClick={() => setLanguage(next)}>
            {LANGUAGE_NAMES[next] ?? next}
          </button>
        )}
        <button type="button" aria-label={say(text('設定', 'Settings'))} onClick={onSettings}>
          <Settings size={22} />
        </button>
      </header>
      <main className="inspector-main">
        {halt && (
          <div className="notice danger" role="alert">
            <b>{say(halt.title)}</b>
            <span>{say(halt.todo)}</span>
          </div>
        )}
        {trouble && (
          <div className="notice warn" role="alert">
            <b>{say(trouble.title)}</b>
            <span>{say(trouble.todo)}</span>
          </div>
        )}
        {current && !current.list.runs && (
          <div className="notice danger" role="alert">
            <b>{say(text('この列車は運休です', 'This train is cancelled'))}</b>
          </div>
        )}
        {tab === 'check' && (
          <>
            {finding && (
              <FindingCard
                key={finding.id}
                finding={finding}
                list={current?.list ?? null}
                onClose={() => inspector.clearFinding()}
              />
            )}
            <Reader gate={gate} inspector={inspector} detector={detector} />
          </>
        )}
        {tab === 'seats' &&
          (current ? (
            <CarView key={current.list.departureId} view={view} current={current} inspector={inspector} />
          ) : (
            <p className="empty">{say(text('先に列車を選んでください', 'Choose a train first'))}</p>
          ))}
        {tab === 'train' && (
          <TrainChooser
            view={view}
            online={online}
            now={gate.now}
            inspector={inspector}
            onChosen={() => setTab('seats')}
          />
        )}
      </main>
      <nav className="inspector-tabs">
        {tabs.map(({ value, name, Icon }) => (
          <button key={value} type="button" aria-pressed={tab === value} onClick={() => setTab(value)}>
            <Icon size={24} strokeWidth={1.75} />
            {say(name)}
          </button>
        ))}
      </nav>
    </>
  );
}

export function InspectorScreen(props: Props) {
  useAppearance();
  return (
    <StaffLanguage>
      <Page {...props} />
    </StaffLanguage>
  );
}
