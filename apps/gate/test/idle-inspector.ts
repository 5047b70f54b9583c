// For tests only: the inspector's part of a page whose device is a gate. It keeps nothing and asks nothing.
import { Inspector } from '../src/inspector/inspector.ts';
import type { GateMachine } from '../src/core/gate-machine.ts';

const nothing = async () => undefined;

export const idleInspector = (machine: GateMachine): Inspector =>
  new Inspector({
    machine,
    database: {
      load: async () => ({ taken: [], chosen: null }),
      saveList: nothing,
      saveSeen: nothing,
      saveChosen: nothing,
      drop: nothing,
      erase: nothing,
    },
    call: () => Promise.reject(new Error('a gate asks for no lists')),
    steady: () => 0,
    sound: () => undefined,
  });
