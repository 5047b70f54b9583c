// The staff screen is closed after staff erase the enrolment and enrol the device again.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { App } from '../app.tsx';
import { idleInspector } from '../../test/idle-inspector.ts';
import { testGate } from '../../test/test-gate.ts';

vi.mock('../reader/code-detector.ts', () => ({ newCodeDetector: async () => () => [] }));
vi.mock('../reader/camera-reader.ts', () => ({ readCamera: () => () => undefined }));

const press = async (name: RegExp) => {
  const button = (await screen.findAllByRole('button', { name })).at(-1);
  if (!button) throw new Error(`no button ${String(name)}`);
  await act(async () => fireEvent.click(button));
};
const fill = (label: RegExp, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }));

test('after a new enrolment only the new PIN opens the staff screen', async () => {
  const gate = testGate();
  const machine = await gate.enrolled();
  render(<App machine={machine} database={gate.database} inspector={idleInspector(machine)} />);
  await press(/Staff$/);
  for (const digit of '2468') await press(new RegExp(`^${digit}$`));
  await press(/Open$/);
  await press(/Settings$/);
  await press(/Erase this enrolment$/);
  await press(/Erase everything$/);
  await waitFor(() => expect(screen.getByLabelText(/One-time code$/)).toBeTruthy());
  await fill(/One-time code$/, 'BBBB');
  await fill(/Staff PIN$/, '1357');
  await fill(/Once more$/, '1357');
  await act(async () => fireEvent.submit(document.querySelector('form')!));
  await waitFor(() => expect(screen.queryByLabelText(/One-time code$/)).toBeNull(), { timeout: 20_000 });
  expect(screen.queryByText('By hand')).toBeNull();
  await press(/Staff$/);
  expect(await screen.findByText('Staff PIN')).toBeTruthy();
});
