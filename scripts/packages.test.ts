// No package is deprecated, of which npm would warn at each installation.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test.each(['package-lock.json', 'bench/mutants/package-lock.json', 'scripts/postgres/package-lock.json'])(
  '%s has no deprecated package',
  (file) => {
    const lock: { packages: Record<string, { deprecated?: string }> } = JSON.parse(
      readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'),
    );
    const deprecated = Object.entries(lock.packages).flatMap(([name, { deprecated: why }]) =>
      why === undefined ? [] : [`${name}: ${why}`],
    );
    expect(deprecated).toEqual([]);
  },
);
