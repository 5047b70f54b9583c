// The staff screen, protected by the PIN: manual actions, today's counts, self-test and settings.
import { X } from 'lucide-react';
import type { GateEvent } from '@kippu/contract/calls/gate/gate';
import { useEffect, useState } from 'react';
import type { StaffAct } from '../core/machine-ports.ts';
import type { GateSettings } from '../storage/gate-database.ts';
import { directionsOf, type GateView } from '../core/gate-view.ts';
import { HandForm } from './hand-form.tsx';
import { Both, Choice, ProblemBox, Section } from './parts.tsx';
import { DEVICE_FULL, syncWords } from '../text/refusals.ts';
import type { TestResult } from '../self-test/self-test.ts';
import { byHandText, DIRECTION, PASSAGE, stationText, text, type Text } from '../text/texts.ts';
import { epochToWall } from '@kippu/domain/time/service-day';

const TABS = [
  { value: 'hand', text: text('手動', 'By hand') },
  { value: 'today', text: text('集計', 'Today') },
  { value: 'test', text: text('点検', 'Self-test') },
  { value: 'settings', text: text('設定', 'Settings') },
] as const;
type Tab = (typeof TABS)[number]['value'];

interface Props {
  readonly view: GateView;
  readonly onAct: (act: StaffAct) => void;
  readonly onTest: () => Promise<TestResult[]>;
  readonly onSync: () => void;
  /** Rejects when the device cannot save the change. */
  readonly onChange: (change: Partial<Pick<GateSettings, 'direction' | 'camera'>>) => Promise<void>;
  /** Returns the events that were set aside. */
  readonly onAside: () => Promise<readonly GateEvent[]>;
  readonly onLeave: () => Promise<boolean>;
  readonly onClose: () => void;
}

const MAX_ASIDE = 20;

/** Passages that the server never accepts. Staff report them to the desk. */
function Aside({ stuck, onAside }: { readonly stuck: number } & Pick<Props, 'onAside'>) {
  const [events, setEvents] = useState<readonly GateEvent[]>([]);
  useEffect(() => {
    let gone = false;
    onAside().then(
      (found) => !gone && setEvents(found),
      (error: unknown) => console.error(error),
    );
    return () => {
      gone = true;
    };
  }, [onAside]);
  return (
    <>
      <ProblemBox
        title={text('送れない記録が{stuck}件あります', '{stuck} cannot be sent', { stuck })}
        todo={text(
          '下の時刻と番号を本部に伝えてください。登録を消すと、この記録も消えます',
          'Report the times and numbers below to head office. Erasing the enrolment erases them',
        )}
      />
      <ul className="aside">
        {events.slice(0, MAX_ASIDE).map(({ eventId, at, code, ticketNo, ticketId, reason }) => (
          <li key={eventId}>
            <b>
              {at.slice(5, 16)} {ticketNo ?? ticketId}
            </b>
            <Both of={PASSAGE[code]} />
            {reason && <Both of={byHandText(reason)} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Today({ view, onSync, onAside }: Pick<Props, 'view' | 'onSync' | 'onAside'>) {
  const { count, queued, stuck, syncedAt, trouble } = view;
  const rows = [
    { name: DIRECTION.in, value: count.in },
    { name: DIRECTION.out, value: count.out },
    { name: text('通れなかった', 'Refused'), value: count.stopped },
    { name: text('強制', 'Forced'), value: count.forced },
  ];
  return (
    <Section title={text('{date} の集計', 'Counts of {date}', { date: count.date })}>
      <dl className="counts">
        {rows.map(({ name, value }) => (
          <div key={name.en}>
            <dt>
              <Both of={name} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {trouble && <ProblemBox {...syncWords(trouble)} />}
      {stuck > 0 && <Aside key={stuck} stuck={stuck} onAside={onAside} />}
      <p className="hint">
        <Both
          of={text('未送信 {queued}・最終通信 {at}', '{queued} to send, last contact {at}', {
            queued,
            at: syncedAt === null ? text('なし', 'never') : epochToWall(syncedAt).slice(5, 16),
          })}
        />
      </p>
      <button type="button" onClick={onSync}>
        <Both of={text('今すぐ送る', 'Send now')} />
      </button>
    </Section>
  );
}

function SelfTest({ onTest }: Pick<Props, 'onTest'>) {
  const [results, setResults] = useState<readonly TestResult[] | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setResults(await onTest());
    setBusy(false);
  };
  const bad = results?.some(({ result }) => result === 'bad');
  return (
    <Section title={text('始業前の点検', 'Before opening')}>
      <button type="button" className="primary" disabled={busy} onClick={() => void run()}>
        <Both of={text('点検を始める', 'Run the self-test')} />
      </button>
      {results && (
        <>
          <p className={bad ? 'problem' : 'good'} role="status">
            <Both of={bad ? text('開けません', 'Do not open') : text('開けます', 'Ready to open')} />
          </p>
          <ul className="tests">
            {results.map(({ name, result, detail }) => (
              <li key={name.en} className={result}>
                <b aria-hidden="true">{result === 'ok' ? '○' : result === 'warn' ? '△' : '×'}</b>
                <Both of={name} />
                <Both of={detail} className="detail" />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

const UNSENT = {
  title: text('未送信の記録があります', 'Some records are not sent yet'),
  todo: text('「集計」の「今すぐ送る」で先に送ってください', 'Send them first: Today, then Send now'),
};

function Settings({
  view,
  onChange,
  onLeave,
  onAside,
}: Pick<Props, 'view' | 'onChange' | 'onLeave' | 'onAside'>) {
  const [sure, setSure] = useState(false);
  const [problem, setProblem] = useState<{ readonly title: Text; readonly todo: Text } | null>(null);
  const { settings, stuck } = view;
  if (!settings) return null;
  const tried = async (act: () => Promise<void>) => {
    setProblem(null);
    try {
      await act();
    } catch (error) {
      console.error(error);
      setProblem(DEVICE_FULL);
    }
  };
  const leave = async () => {
    if (!sure) return setSure(true);
    setSure(false);
    await tried(async () => {
      if (!(await onLeave())) setProblem(view.halt?.kind === 'storage' ? DEVICE_FULL : UNSENT);
    });
  };
  return (
    <>
      {settings.inspects ? (
        stuck > 0 && <Aside key={stuck} stuck={stuck} onAside={onAside} />
      ) : (
        <Choice
          label={text('向き', 'Direction')}
          options={directionsOf(settings.allowed).map((value) => ({ value, text: DIRECTION[value] }))}
          value={settings.direction}
          onChange={(direction) => void tried(() => onChange({ direction }))}
        />
      )}
      <Choice
        label={text('カメラ', 'Camera')}
        options={[
          { value: 'environment', text: text('背面', 'Back') },
          { value: 'user', text: text('前面', 'Front') },
          { value: 'off', text: text('切（スキャナ）', 'Off (scanner)') },
        ]}
        value={settings.camera}
        onChange={(camera) => void tried(() => onChange({ camera }))}
      />
      <Section title={text('登録', 'Enrolment')}>
        <p className="hint">
          <Both of={stationText(settings.station)} /> · {settings.gateId}
        </p>
        {problem && <ProblemBox {...problem} />}
        {sure && stuck > 0 && (
          <ProblemBox
            title={text('送れない記録{stuck}件も消えます', '{stuck} that cannot be sent are erased too', {
              stuck,
            })}
            todo={text(
              '「集計」で本部に伝えてから消してください',
              'Report them to head office first: see Today',
            )}
          />
        )}
        <button type="button" className="danger" onClick={() => void leave()}>
          <Both
            of={
              sure
                ? text('本当に消す（戻せません）', 'Erase everything')
                : text('この端末の登録を消す', 'Erase this enrolment')
            }
          />
        </button>
      </Section>
    </>
  );
}

/** An inspector's device lets nobody pass. */
const INSPECTOR_TABS: ReadonlySet<Tab> = new Set(['test', 'settings']);

export function StaffScreen(props: Props) {
  const { view, onAct, onClose } = props;
  const inspects = view.settings?.inspects === true;
  const [tab, setTab] = useState<Tab>(inspects ? 'settings' : 'hand');
  const tabs = TABS.filter(({ value }) => !inspects || INSPECTOR_TABS.has(value));
  return (
    <main className="sheet staff-sheet">
      <div className="sheet-top">
        <h1>
          <Both of={text('係員', 'Staff')} />
        </h1>
        <button type="button" className="close" aria-label="閉じる Close" onClick={onClose}>
          <X size={26} strokeWidth={1.75} />
        </button>
      </div>
      <nav className="tabs">
        {tabs.map(({ value, text: name }) => (
          <button key={value} type="button" aria-pressed={value === tab} onClick={() => setTab(value)}>
            <Both of={name} />
          </button>
        ))}
      </nav>
      {tab === 'hand' && (
        <HandForm allowed={view.settings?.allowed ?? 'both'} recent={view.recent} onAct={onAct} />
      )}
      {tab === 'today' && <Today view={view} onSync={props.onSync} onAside={props.onAside} />}
      {tab === 'test' && <SelfTest onTest={props.onTest} />}
      {tab === 'settings' && (
        <Settings view={view} onChange={props.onChange} onLeave={props.onLeave} onAside={props.onAside} />
      )}
    </main>
  );
}
