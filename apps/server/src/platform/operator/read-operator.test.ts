// A timetable that was read is not read again when it is imported, and when it takes effect.
import { expect, test } from 'vitest';
import { keepingLast, type ReadOperator } from './read-operator.ts';
import type { OperatorInput, OperatorReading } from './read-input.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const packedInput = (packed: string, texts: OperatorInput['texts'] = { a: '1', b: '2' }): OperatorInput => ({
  texts,
  feed: { packed: bytes(packed) },
  today: '2026-04-01',
});
const zipInput = (zip: string): OperatorInput => ({ ...packedInput(''), feed: { zip: bytes(zip) } });

/** A reader that notes what it reads. A feed 'bad…' has an error, a feed 'lost…' cannot be read. */
function noting() {
  const noted: string[] = [];
  const read: ReadOperator = async ({ feed }) => {
    const content = new TextDecoder().decode(
      'packed' in feed ? feed.packed : 'zip' in feed ? feed.zip : undefined,
    );
    noted.push(content);
    if (content.startsWith('lost')) throw new Error('planted');
    const found = { parts: { version: content }, packed: bytes(`packed ${content}`) };
    return { read: content.startsWith('bad') ? undefined : found } as unknown as OperatorReading;
  };
  return { noted, read: keepingLast(read) };
}

test('the same files with the same feed are read once, whatever the order of the files', async () => {
  const { noted, read } = noting();
  const [first, beside] = await Promise.all([
    read(packedInput('x')),
    read(packedInput('x', { b: '2', a: '1' })),
  ]);
  expect(beside).toBe(first);
  expect(await read({ ...packedInput('x'), today: '2026-04-02' })).toBe(first);
  expect(noted).toEqual(['x']);
});

test('another feed, or another file, is read', async () => {
  const { noted, read } = noting();
  await read(packedInput('x'));
  await read(packedInput('y'));
  await read(packedInput('y', { a: '1', b: '3' }));
  await read(packedInput('x'));
  expect(noted).toEqual(['x', 'y', 'y', 'x']);
});

test('a ZIP file that was read is not read again from the form in which it is stored', async () => {
  const { noted, read } = noting();
  const found = await read(zipInput('x'));
  expect(await read(packedInput('packed x'))).toBe(found);
  expect(noted).toEqual(['x']);
  // The same ZIP file is read again: its report has the day of the reading.
  await read(zipInput('x'));
  expect(noted).toEqual(['x', 'x']);
});

test('what has an error, or could not be read, is read again', async () => {
  const { noted, read } = noting();
  await read(packedInput('bad'));
  await read(packedInput('bad'));
  await expect(read(packedInput('lost'))).rejects.toThrow('planted');
  await expect(read(packedInput('lost'))).rejects.toThrow('planted');
  await read(zipInput('bad'));
  expect(noted).toEqual(['bad', 'bad', 'lost', 'lost', 'bad']);
});
