// A conflict says in words what its passage contradicts.
import { deskGateConflict } from '@kippu/contract/calls/desk/gates';
import type { GateConflict } from '@kippu/contract/calls/desk/issue';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aConflict, wallIn } from '../../test/factories.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { renderDesk } from '../../test/render-desk.tsx';

const station = {
  stationId: 'airport',
  stationNameJp: '空港',
  stationNameEn: 'Airport',
  stationNameKr: '',
  stationNameCn: '',
  stationNameTc: '',
};

test.each<[string, GateConflict['against'], RegExp | null]>([
  [
    'a passage',
    { what: 'passage', ...station, gateId: 'gate-0002-long', code: 31, at: wallIn(0) },
    /It contradicts.*Airport Entered.*Gate gate-000/,
  ],
  [
    'a verification',
    { what: 'verification', ...station, direction: 'out', at: wallIn(0) },
    /It contradicts.*Airport Exit verified on the phone/,
  ],
  ['a handover', { what: 'handover', at: wallIn(0) }, /It contradicts.*The ticket changed hands/],
  ['nothing', undefined, null],
])('a conflict with %s', async (_name, against, shown) => {
  const server = new FakeServer();
  server.give(deskGateConflict, aConflict(against ? { against } : {}));
  await renderDesk('#/gates/4711', { server });
  await screen.findByText('In order');
  const text = document.body.textContent ?? '';
  if (shown) expect(text).toMatch(shown);
  else expect(text).not.toContain('It contradicts');
});
