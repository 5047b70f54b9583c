// Each camera error has its own text, in every spelling that browsers use.
import { expect, test } from 'vitest';
import { CameraError, cameraRefusal } from './camera.ts';

const named = (name: string) => Object.assign(new Error('x'), { name });

test.each([
  ['NotAllowedError', 'cameraDenied'],
  ['SecurityError', 'cameraDenied'],
  ['NotFoundError', 'cameraMissing'],
  ['NotReadableError', 'cameraBusy'],
  ['AbortError', 'cameraBusy'],
  ['OverconstrainedError', 'cameraUnsuitable'],
  ['TypeError', 'cameraUnsupported'],
  ['SomethingNewError', 'cameraUnsuitable'],
])('%s is %s', (name, reason) => expect(cameraRefusal(named(name))).toBe(reason));

test('a reason that is already known is kept', () => {
  expect(cameraRefusal(new CameraError('cameraInsecure'))).toBe('cameraInsecure');
  expect(cameraRefusal(undefined)).toBe('cameraUnsuitable');
});
