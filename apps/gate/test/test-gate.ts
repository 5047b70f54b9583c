// For tests only: a gate whose storage, server and time the test controls.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCode, NOON, type VectorFile } from '@kippu/ticket-code/test/vectors';
import { fakeServer } from './fake-server.ts';
import { GateMachine } from '../src/core/gate-machine.ts';
import type { GateDatabase } from '../src/storage/gate-database.ts';
import { memoryDatabase } from './memory-database.ts';

const vectorsFile = join(import.meta.dirname, '../../../packages/ticket-code/golden-vectors.json');
const vectors: VectorFile = JSON.parse(readFileSync(vectorsFile, 'utf8'));

/** Creates a gate at the golden vectors' noon, not enrolled. Its device stays the same however often it is opened. */
export function testGateOn<D extends GateDatabase>(database: D) {
  const fake = fakeServer(vectors.issuerKeys);
  const time = { wall: NOON * 1000, steady: 0 };
  fake.server.wall = () => time.wall;
  const gate = {
    server: fake.server,
    call: fake.call,
    time,
    database,
    sounds: [] as string[],
    /** Whether an opened gate syncs by itself. Otherwise the test starts each sync. */
    keepSyncing: false,
    pass: (ms: number) => {
      time.wall += ms;
      time.steady += ms;
    },
    /** Starts the page as after a restart. */
    open: async () => {
      const machine = new GateMachine({
        database: gate.database,
        call: (...asked) => gate.call(...asked),
        wall: () => time.wall,
        steady: () => time.steady,
        sound: (kind) => gate.sounds.push(kind),
        keepSyncing: gate.keepSyncing,
      });
      await machine.start();
      return machine;
    },
    enrolled: async () => {
      const machine = await gate.open();
      await machine.enrol({ code: 'AAAA', pin: '2468', direction: 'both' });
      await machine.syncRound();
      return machine;
    },
    /** Shows a code of that moment after the last showing has ended. */
    show: async (machine: GateMachine, ...[change = {}, options = {}]: Parameters<typeof makeCode>) => {
      gate.pass(4_000);
      await machine.read(await makeCode(change, { at: Math.floor(time.wall / 1000), ...options }));
      return machine.view().verdict;
    },
  };
  return gate;
}
/** Creates the same gate with its storage in memory. */
export const testGate = () => testGateOn(memoryDatabase());
