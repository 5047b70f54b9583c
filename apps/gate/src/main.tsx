// Starts the gate's page.
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { App } from './app.tsx';
import { callServer } from './call-server.ts';
import { openGateDatabase } from './gate-database.ts';
import { GateMachine } from './gate-machine.ts';
import { decidesRight } from './self-test.ts';
import { Both } from './parts.tsx';
import { text } from './texts.ts';
import { soundVerdict } from './verdict-sound.ts';
import './tokens.css';
import './gate.css';
import './verdict.css';
import './sheet.css';

const LOCK = 'kippu-gate';

/** One page decides: two would each let the same ticket pass. Resolves once no other tab is the gate; `onWait` hears of one. */
async function untilAlone(onWait: () => void): Promise<void> {
  if (!navigator.locks) return;
  await new Promise<void>((alone) => {
    const hold = () => {
      alone();
      // Kept until the page goes.
      return new Promise<never>(() => undefined);
    };
    void navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock) return hold();
      onWait();
      void navigator.locks.request(LOCK, hold);
      return undefined;
    });
  });
}

function OtherTab() {
  return (
    <main className="sheet">
      <h1>
        <Both of={text('別のタブで開いています', 'Open in another tab')} />
      </h1>
      <p className="hint">
        <Both
          of={text('そのタブを閉じると、ここで始まります。', 'This one starts when that one is closed.')}
        />
      </p>
    </main>
  );
}

function CannotStart({ error }: { error: unknown }) {
  const why = error instanceof Error ? error.message : String(error);
  return (
    <main className="sheet">
      <h1>
        <Both of={text('起動できません', 'Cannot start')} />
      </h1>
      <p className="problem" role="alert">
        {why}
      </p>
      <p className="hint">
        <Both of={text('ページを読み込み直してください。', 'Load the page again.')} />
      </p>
    </main>
  );
}

async function start(root: Root): Promise<void> {
  await untilAlone(() => root.render(<OtherTab />));
  // Whoever deletes the browser's data takes the gate away under it: better seen at once than at the next traveller.
  const database = await openGateDatabase(() => location.reload());
  const machine = new GateMachine({
    database,
    call: callServer,
    wall: () => Date.now(),
    steady: () => performance.now(),
    sound: soundVerdict,
    keepSyncing: true,
  });
  root.render(
    <StrictMode>
      <App machine={machine} database={database} />
    </StrictMode>,
  );
  await machine.start();
  if (!decidesRight()) throw new Error('this browser does not check signatures rightly');
  setInterval(() => machine.tick(), 1_000);
  addEventListener('online', () => machine.syncNow());
}

/** What the gate also works without: a place that no browser clears when its disk is full, and its files kept for a start offline. */
async function keepForLater(): Promise<void> {
  await navigator.storage?.persist();
  if (!import.meta.env.DEV)
    await navigator.serviceWorker?.register('/gate/offline-worker.js', { scope: '/gate/' });
}

const element = document.getElementById('root');
if (!element) throw new Error('no #root');
const root = createRoot(element);
start(root).then(
  () => keepForLater().catch((error: unknown) => console.error(error)),
  (error: unknown) => {
    console.error(error);
    root.render(<CannotStart error={error} />);
  },
);
