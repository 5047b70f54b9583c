// A second change that follows at once is based on the first one's answer, and one of somebody else in between is not hidden.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OwnWrites } from './own-writes.ts';

/** A server that accepts a write only over the newest version. */
class Store {
  version = 0;
  refused = 0;
  async write({ version }: { readonly version: number }): Promise<{ readonly version: number }> {
    await Promise.resolve();
    if (version !== this.version) {
      this.refused += 1;
      throw new Error('overtaken');
    }
    this.version += 1;
    return { version: this.version };
  }
}
const over = (writes: OwnWrites, store: Store, version: number) =>
  writes.inTurn(
    'train',
    { version },
    { run: (body) => store.write(body), versionOf: (made) => made.version },
  );

test('writes over the same version that was seen, however many at once, are all accepted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), async (waits) => {
      const [writes, store] = [new OwnWrites(), new Store()];
      const all: Promise<unknown>[] = [];
      for (const isAwaited of waits) {
        const write = over(writes, store, 0);
        all.push(write);
        if (isAwaited) await write;
      }
      await Promise.all(all);
      expect([store.version, store.refused]).toEqual([waits.length, 0]);
    }),
  );
});

test('a change of somebody else between two own ones is still refused, until it was seen', async () => {
  const [writes, store] = [new OwnWrites(), new Store()];
  await over(writes, store, 0);
  store.version += 1;
  await expect(over(writes, store, 0)).rejects.toThrow('overtaken');
  await expect(over(writes, store, 1)).rejects.toThrow('overtaken');
  await over(writes, store, 2);
  expect(store.version).toBe(3);
});

test('things do not wait for each other, and a failed write keeps nobody waiting', async () => {
  const writes = new OwnWrites();
  const order: string[] = [];
  let fail = (_error: Error) => {};
  const versionOf = () => 1;
  const first = writes.inTurn(
    'a',
    {},
    { run: () => new Promise<never>((_, reject) => (fail = reject)), versionOf },
  );
  const second = writes.inTurn('a', {}, { run: async () => order.push('a'), versionOf });
  await writes.inTurn('b', {}, { run: async () => order.push('b'), versionOf });
  fail(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await second;
  expect(order).toEqual(['b', 'a']);
});
