// For tests only: a gate with its storage, its server and its time in the test's hands.
import { readFileSync } from 'node:fs';
import { makeCode, NOON, type VectorFile } from '@kippu/ticket-code/vectors.test-helper';
import { fakeServer } from './fake-server.test-helper.ts';
import { GateMachine } from './gate-machine.ts';
import { memoryDatabase } from './memory-database.test-helper.ts';

const vectorsUrl = new URL('../../ticket-code/golden-vectors.json', import.meta.url);
const vectors: VectorFile = JSON.parse(readFileSync(vectorsUrl, 'utf8'));

/** Gives one at the golden vectors' noon, not yet enrolled; its device is the same however often it is opened. */
export function testGate() {
  const fake = fakeServer(vectors.issuerKeys);
  const time = { wall: NOON * 1000, steady: 0 };
  fake.server.wall = () => time.wall;
  const gate = {
    ...{ server: fake.server, call: fake.call, time, database: memoryDatabase(), sounds: [] as string[] },
    pass: (ms: number) => {
      time.wall += ms;
      time.steady += ms;
    },
    /** Starts the page, as after a restart. */
    open: async () => {
      const machine = new GateMachine({
        database: gate.database,
        call: (...asked) => gate.call(...asked),
        wall: () => time.wall,
        steady: () => time.steady,
        sound: (kind) => gate.sounds.push(kind),
        keepSyncing: false,
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
    /** Shows a code as a phone does at that moment, after the last showing is over. */
    show: async (machine: GateMachine, ...[change = {}, options = {}]: Parameters<typeof makeCode>) => {
      gate.pass(4_000);
      await machine.read(await makeCode(change, { at: Math.floor(time.wall / 1000), ...options }));
      return machine.view().verdict;
    },
  };
  return gate;
}
