// Starts the gate's page.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { callServer } from './call-server.ts';
import { openGateDatabase } from './gate-database.ts';
import { GateMachine } from './gate-machine.ts';
import { decidesRight } from './self-test.ts';
import { soundVerdict } from './verdict-sound.ts';
import './tokens.css';
import './gate.css';
import './verdict.css';
import './sheet.css';

const LOCK = 'kippu-gate';
const OTHER_TAB =
  'この改札機は別のタブで開いています。そちらを閉じると始まります。 Open in another tab: this one starts when that is closed.';

/** One page decides: two would each let the same ticket pass. Resolves once no other tab of this gate is open. */
async function untilAlone(root: HTMLElement): Promise<void> {
  if (!navigator.locks) return;
  await new Promise<void>((alone) => {
    const hold = () => {
      alone();
      // Kept until the page goes.
      return new Promise<never>(() => undefined);
    };
    void navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock) return hold();
      root.textContent = OTHER_TAB;
      void navigator.locks.request(LOCK, hold);
      return undefined;
    });
  });
  root.textContent = '';
}

async function start(root: HTMLElement): Promise<void> {
  await untilAlone(root);
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
  createRoot(root).render(
    <StrictMode>
      <App machine={machine} database={database} />
    </StrictMode>,
  );
  await machine.start();
  if (!decidesRight()) throw new Error('this browser does not check signatures rightly');
  setInterval(() => machine.tick(), 1_000);
  addEventListener('online', () => machine.syncNow());
  // Asks the browser not to throw the queue away when the disk is full.
  await navigator.storage?.persist();
  if (!import.meta.env.DEV)
    await navigator.serviceWorker?.register('/gate/offline-worker.js', { scope: '/gate/' });
}

const root = document.getElementById('root');
if (!root) throw new Error('no #root');
start(root).catch((error: unknown) => {
  console.error(error);
  root.textContent ||= `起動できません Cannot start: ${error instanceof Error ? error.message : String(error)}`;
});
