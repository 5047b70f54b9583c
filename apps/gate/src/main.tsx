// Starts the gate's page.
// First, because the modules below need the railway's settings when they load.
// oxlint-disable-next-line import/no-unassigned-import
import './text/set-railway.ts';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { App } from './app.tsx';
import { newCallServer } from './sync/call-server.ts';
import { openGateDatabase } from './storage/gate-database.ts';
import { GateMachine } from './core/gate-machine.ts';
import { Inspector } from './inspector/inspector.ts';
import { openInspectorDatabase } from './inspector/inspector-database.ts';
import { requireStyles } from '@kippu/client/reload-page';
import { guardLeaving } from './storage/leave-guard.ts';
import { decidesRight } from './self-test/self-test.ts';
import { Both, ProblemBox } from './screens/parts.tsx';
import { text } from './text/texts.ts';
import { soundVerdict } from './screens/verdict-sound.ts';
import '@kippu/ui/styles/tokens.css';
import './screens/tokens.css';
import './screens/gate.css';
import './screens/verdict.css';
import './screens/sheet.css';

const LOCK = 'kippu-gate';

/**
 * Waits until no other tab runs the gate, because two could each let the same ticket pass. Calls `onWait` if one does.
 */
async function untilAlone(onWait: () => void): Promise<void> {
  if (!navigator.locks) return;
  await new Promise<void>((alone) => {
    const hold = () => {
      alone();
      // The lock is held until the page closes.
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
      <ProblemBox
        title={text('ページを読み込み直してください', 'Load the page again')}
        todo={text(
          '続くときは、プライベートモードを終了し、空き容量とブラウザーの更新を確かめてください',
          'If that does not help, leave private mode, free some storage, and update the browser',
        )}
      />
      <button type="button" className="primary" onClick={() => location.reload()}>
        <Both of={text('読み込み直す', 'Load again')} />
      </button>
      <p className="hint">{why}</p>
    </main>
  );
}

async function start(root: Root): Promise<void> {
  await untilAlone(() => root.render(<OtherTab />));
  // Reload when browser data is deleted, so that staff see it at once.
  const database = await openGateDatabase(() => location.reload());
  const call = newCallServer(() => Date.now());
  const machine = new GateMachine({
    database,
    call,
    wall: () => Date.now(),
    steady: () => performance.now(),
    sound: soundVerdict,
    keepSyncing: true,
  });
  const inspector = new Inspector({
    machine,
    database: await openInspectorDatabase(),
    call,
    steady: () => performance.now(),
    sound: soundVerdict,
  });
  guardLeaving(window, machine);
  root.render(
    <StrictMode>
      <App machine={machine} database={database} inspector={inspector} />
    </StrictMode>,
  );
  await inspector.start();
  await machine.start();
  if (!decidesRight()) throw new Error('this browser does not check signatures rightly');
  setInterval(() => {
    machine.tick();
    inspector.tick().catch((error: unknown) => console.error(error));
  }, 1_000);
  addEventListener('online', () => machine.syncNow());
}

/** A gate's page stays open for weeks, and a browser looks for a new version only when a page opens. */
const LOOK_FOR_VERSION_MS = 60 * 60_000;

/** Requests persistent storage and installs the offline worker. The gate also works without them. */
async function keepForLater(): Promise<void> {
  await navigator.storage?.persist();
  if (import.meta.env.DEV || !navigator.serviceWorker) return;
  const worker = await navigator.serviceWorker.register('/gate/offline-worker.js', { scope: '/gate/' });
  setInterval(() => {
    // Offline the check fails and is repeated later.
    worker.update().catch((error: unknown) => console.warn('no look for a new version', error));
  }, LOOK_FOR_VERSION_MS);
}

const element = document.getElementById('root');
if (!element) throw new Error('no #root');
// On missing styles the page reloads, or offers a link to reload.
requireStyles();
const root = createRoot(element);
start(root).then(
  () => keepForLater().catch((error: unknown) => console.error(error)),
  (error: unknown) => {
    console.error(error);
    root.render(<CannotStart error={error} />);
  },
);
