// Selects the screen and passes it input from keys and cameras.
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { newCodeDetector } from './reader/code-detector.ts';
import { EnrolScreen } from './screens/enrol-screen.tsx';
import type { Inspector } from './inspector/inspector.ts';
import { InspectorScreen } from './inspector/inspector-screen.tsx';
import type { GateDatabase } from './storage/gate-database.ts';
import type { GateMachine } from './core/gate-machine.ts';
import { Both } from './screens/parts.tsx';
import { PinScreen } from './screens/pin-screen.tsx';
import { reloadPage } from '@kippu/client/reload-page';
import { ReadyScreen } from './screens/ready-screen.tsx';
import { runSelfTest } from './self-test/self-test.ts';
import { StaffScreen } from './screens/staff-screen.tsx';
import { text } from './text/texts.ts';
import { canSound, unlockSound } from './screens/verdict-sound.ts';
import { SheetKeys } from './reader/sheet-keys.ts';
import { MAX_GAP_MS, WedgeReader } from './reader/wedge-reader.ts';

/** Closes the PIN or staff screen after this time. No ticket is read while one is open, and staff may walk away. */
const IDLE_MS = { pin: 20_000, staff: 90_000 };
const detector = newCodeDetector().catch((error: unknown) => {
  // Some browsers keep a module's load failure until the page is reloaded.
  reloadPage();
  throw error;
});
const wedge = new WedgeReader();
const sheetKeys = new SheetKeys();

/** Keeps the screen on. The browser releases the lock when the page is hidden, so it is requested again. */
function useAwakeScreen(): void {
  useEffect(() => {
    const wake = () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      navigator.wakeLock.request('screen').catch((error: unknown) => console.warn(error));
    };
    wake();
    document.addEventListener('visibilitychange', wake);
    return () => document.removeEventListener('visibilitychange', wake);
  }, []);
}

interface Props {
  readonly machine: GateMachine;
  readonly database: GateDatabase;
  readonly inspector: Inspector;
}

export function App({ machine, database, inspector }: Props) {
  const view = useSyncExternalStore(machine.subscribe, machine.view);
  const [panel, setPanel] = useState<'none' | 'pin' | 'staff'>('none');
  const [scans, setScans] = useState(0);
  const [cameraWorks, setCameraWorks] = useState<boolean | null>(null);
  useAwakeScreen();

  const works = view.phase === 'ready' && panel === 'none';
  const inspects = view.settings?.inspects === true;
  /** Whether a gate stands here that passes people, whose keys are all a scanner's. An inspector's screen has buttons and a field. */
  const reads = works && !inspects;
  const onSeen = useEffectEvent((seen: string | null) => {
    if (seen === null || !works) return;
    const read = inspects ? inspector.read(seen) : machine.read(seen);
    read.catch((error: unknown) => console.error(error));
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    unlockSound();
    const scanned = wedge.isCode;
    const seen = wedge.key(event, event.timeStamp);
    // Otherwise the scanner's Enter would press the focused button.
    if (reads) event.preventDefault();
    else if (scanned || wedge.isCode) {
      // A scan while a staff screen is open must not press its buttons or fill its PIN.
      event.preventDefault();
      event.stopImmediatePropagation();
      // The first characters were typed before the scan was recognised.
      if (!scanned) setScans((count) => count + 1);
    }
    // Any other code that a scanner reads presses none either.
    // The PIN is typed without a field: Enter presses the button that opens the sheet.
    const target =
      panel === 'pin' && event.key === 'Enter' ? document.querySelector('.pin button.primary') : event.target;
    if (!reads && sheetKeys.down(event, target, event.timeStamp)) event.preventDefault();
    onSeen(seen);
  });
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent) => {
      onKey(event);
      clearTimeout(pause);
      // Some scanners send no end key.
      pause = setTimeout(() => onSeen(wedge.rest()), MAX_GAP_MS);
    };
    const release = (event: KeyboardEvent) => {
      if (sheetKeys.up(event, event.target)) event.preventDefault();
    };
    addEventListener('keydown', listen, { capture: true });
    addEventListener('keyup', release, { capture: true });
    addEventListener('pointerdown', unlockSound);
    return () => {
      clearTimeout(pause);
      sheetKeys.cancel();
      removeEventListener('keydown', listen, { capture: true });
      removeEventListener('keyup', release, { capture: true });
      removeEventListener('pointerdown', unlockSound);
    };
  }, []);
  useEffect(() => {
    if (panel === 'none') return;
    let timer = setTimeout(() => setPanel('none'), IDLE_MS[panel]);
    const stay = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setPanel('none'), IDLE_MS[panel]);
    };
    addEventListener('pointerdown', stay);
    addEventListener('keydown', stay);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', stay);
      removeEventListener('keydown', stay);
    };
  }, [panel]);

  if (view.phase === 'starting')
    return (
      <main className="sheet">
        <Both of={text('起動しています…', 'Starting…')} />
      </main>
    );
  if (view.phase === 'enrol') return <EnrolScreen onEnrol={(input) => machine.enrol(input)} />;
  if (panel === 'pin')
    return (
      <PinScreen
        key={scans}
        onTry={(pin) => machine.tryPin(pin)}
        onRight={() => setPanel('staff')}
        onBack={() => setPanel('none')}
      />
    );
  if (panel === 'staff') {
    const camera = view.settings?.camera === 'off' ? null : cameraWorks === true;
    return (
      <StaffScreen
        view={view}
        onAct={(act) => {
          machine.act(act);
          setPanel('none');
        }}
        onTest={() => runSelfTest(machine.view(), database, { camera, sound: canSound() })}
        onSync={() => machine.syncNow()}
        onChange={(change) => machine.change(change)}
        onAside={machine.setAside}
        onLeave={async () => {
          const left = await machine.leave();
          // After a new enrolment the staff screen must not stay open with the old PIN.
          if (left) {
            await inspector.erase();
            setPanel('none');
          }
          return left;
        }}
        onClose={() => setPanel('none')}
      />
    );
  }
  if (inspects)
    return (
      <InspectorScreen
        gate={view}
        inspector={inspector}
        detector={detector}
        onSettings={() => setPanel('pin')}
      />
    );
  return (
    <ReadyScreen
      view={view}
      detector={detector}
      onText={(seen) => void machine.read(seen)}
      cameraWorks={cameraWorks}
      onCamera={setCameraWorks}
      onCleared={(id) => machine.clearVerdict(id)}
      onStaff={() => setPanel('pin')}
    />
  );
}
