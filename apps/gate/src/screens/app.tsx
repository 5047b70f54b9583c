// Which screen the gate shows, and what reaches it from keys and cameras.
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { newCodeDetector } from './code-detector.ts';
import { EnrolScreen } from './enrol-screen.tsx';
import type { GateDatabase } from './gate-database.ts';
import type { GateMachine } from './gate-machine.ts';
import { Both } from './parts.tsx';
import { PinScreen } from './pin-screen.tsx';
import { ReadyScreen } from './ready-screen.tsx';
import { runSelfTest } from './self-test.ts';
import { StaffScreen } from './staff-screen.tsx';
import { text } from './texts.ts';
import { canSound, unlockSound } from './verdict-sound.ts';
import { GAP_MOST_MS, WedgeReader } from './wedge-reader.ts';

/** Staff walk away, and anybody can touch their button: while either is open nobody is read, so neither stays open. */
const IDLE_MS = { pin: 20_000, staff: 90_000 };
const detector = newCodeDetector();
const wedge = new WedgeReader();

/** Keeps the screen on; a browser lets go of it whenever the page was hidden. */
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

export function App({ machine, database }: { machine: GateMachine; database: GateDatabase }) {
  const view = useSyncExternalStore(machine.subscribe, machine.view);
  const [panel, setPanel] = useState<'none' | 'pin' | 'staff'>('none');
  const [scans, setScans] = useState(0);
  const [cameraWorks, setCameraWorks] = useState<boolean | null>(null);
  useAwakeScreen();

  const reads = view.phase === 'ready' && panel === 'none';
  const onSeen = useEffectEvent((seen: string | null) => {
    if (seen !== null && reads) void machine.read(seen);
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    unlockSound();
    const scanned = wedge.isCode;
    const seen = wedge.key(event, event.timeStamp);
    // Otherwise the scanner's Enter would press whatever button was touched last.
    if (reads) event.preventDefault();
    else if (scanned || wedge.isCode) {
      // A traveller who scans while staff are at the screen must not answer for them, nor type into their PIN.
      event.preventDefault();
      event.stopImmediatePropagation();
      // Its first characters were typed before it was known for one.
      if (!scanned) setScans((count) => count + 1);
    }
    onSeen(seen);
  });
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent) => {
      onKey(event);
      clearTimeout(pause);
      // Some scanners end with no key at all.
      pause = setTimeout(() => onSeen(wedge.rest()), GAP_MOST_MS);
    };
    addEventListener('keydown', listen, { capture: true });
    addEventListener('pointerdown', unlockSound);
    return () => {
      clearTimeout(pause);
      removeEventListener('keydown', listen, { capture: true });
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
        onChange={(change) => void machine.change(change)}
        onLeave={() => machine.leave()}
        onClose={() => setPanel('none')}
      />
    );
  }
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
