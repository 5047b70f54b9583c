// The staff's side, behind the PIN: by hand, today's counts, self-test, settings.
import { X } from 'lucide-react';
import { useState } from 'react';
import type { StaffAct } from './machine-ports.ts';
import type { GateSettings } from './gate-database.ts';
import { waysOf, type GateView } from './gate-view.ts';
import { HandForm } from './hand-form.tsx';
import { Both, Choice, Section } from './parts.tsx';
import type { TestResult } from './self-test.ts';
import { DIRECTION, text } from './texts.ts';
import { wallOf } from './tokyo-time.ts';

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
  readonly onChange: (change: Partial<Pick<GateSettings, 'direction' | 'camera'>>) => void;
  readonly onLeave: () => Promise<boolean>;
  readonly onClose: () => void;
}

function Today({ view, onSync }: Pick<Props, 'view' | 'onSync'>) {
  const { count, queued, stuck, syncedAt } = view;
  const rows = [
    { name: DIRECTION.in, value: count.in },
    { name: DIRECTION.out, value: count.out },
    { name: text('通れなかった', 'Refused'), value: count.stopped },
    { name: text('強制', 'Forced'), value: count.forced },
  ];
  return (
    <Section title={text(`${count.date} の集計`, `Counts of ${count.date}`)}>
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
      <p className="hint">
        <Both
          of={text(
            `未送信 ${queued}・受付不可 ${stuck}・最終通信 ${syncedAt === null ? 'なし' : wallOf(syncedAt).slice(5, 16)}`,
            `${queued} to send, ${stuck} refused, last contact ${syncedAt === null ? 'never' : wallOf(syncedAt).slice(5, 16)}`,
          )}
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

function Settings({ view, onChange, onLeave }: Pick<Props, 'view' | 'onChange' | 'onLeave'>) {
  const [sure, setSure] = useState(false);
  const [kept, setKept] = useState(false);
  const { settings } = view;
  if (!settings) return null;
  const leave = async () => {
    if (!sure) return setSure(true);
    setKept(!(await onLeave()));
    setSure(false);
  };
  return (
    <>
      <Choice
        label={text('向き', 'Direction')}
        options={waysOf(settings.allowed).map((value) => ({ value, text: DIRECTION[value] }))}
        value={settings.direction}
        onChange={(direction) => onChange({ direction })}
      />
      <Choice
        label={text('カメラ', 'Camera')}
        options={[
          { value: 'environment', text: text('背面', 'Back') },
          { value: 'user', text: text('前面', 'Front') },
          { value: 'off', text: text('切（スキャナ）', 'Off (scanner)') },
        ]}
        value={settings.camera}
        onChange={(camera) => onChange({ camera })}
      />
      <Section title={text('登録', 'Enrolment')}>
        <p className="hint">
          {settings.station.stationNameJp} {settings.station.stationNameEn} · {settings.gateId}
        </p>
        {kept && (
          <p className="problem" role="alert">
            <Both
              of={text(
                '未送信の記録があります。先に送ってください',
                'Records wait to be sent: send them first',
              )}
            />
          </p>
        )}
        <button type="button" className="danger" onClick={() => void leave()}>
          <Both
            of={
              sure
                ? text('本当に消す（戻せません）', 'Erase for good')
                : text('この端末の登録を消す', 'Erase this enrolment')
            }
          />
        </button>
      </Section>
    </>
  );
}

export function StaffScreen(props: Props) {
  const [tab, setTab] = useState<Tab>('hand');
  const { view, onAct, onClose } = props;
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
        {TABS.map(({ value, text: name }) => (
          <button key={value} type="button" aria-pressed={value === tab} onClick={() => setTab(value)}>
            <Both of={name} />
          </button>
        ))}
      </nav>
      {tab === 'hand' && (
        <HandForm allowed={view.settings?.allowed ?? 'both'} recent={view.recent} onAct={onAct} />
      )}
      {tab === 'today' && <Today view={view} onSync={props.onSync} />}
      {tab === 'test' && <SelfTest onTest={props.onTest} />}
      {tab === 'settings' && <Settings view={view} onChange={props.onChange} onLeave={props.onLeave} />}
    </main>
  );
}
