// For tests: reported passages with a moment, proved and forged, by the rule numbers of docs/code-on-screen.md.
import type { Direction } from '../src/code/moment.ts';

/** How a code differs from the usual one. */
interface CodeOptions {
  readonly kid?: string;
  readonly phone?: Uint8Array;
  readonly at?: number;
  readonly direction?: Direction;
}

/** A passage with a moment, and whether the moment proves it. */
export interface PassageVector {
  readonly name: string;
  readonly rules: readonly string[];
  readonly code: 31 | 32 | 37 | 38;
  /** By the gate's clock: epoch seconds. The call has it as Tokyo wall time. */
  readonly at: number;
  /** The certificate's bytes and the code's last 69 bytes, base64url. */
  readonly certificate: string;
  readonly moment: string;
  readonly expect: 'proved' | 'forged';
}

const TAIL_BYTES = 69;
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Builds the vectors from codes, whose bytes `read` returns. `now` is epoch seconds. */
export async function makePassageVectors(
  now: number,
  makeCode: (options: CodeOptions) => Promise<string>,
  read: (text: string) => Uint8Array,
  otherPhone: Uint8Array,
): Promise<PassageVector[]> {
  const parts = async (options: CodeOptions = {}) => {
    const bytes = read(await makeCode({ at: now, ...options }));
    return { certificate: bytes.slice(0, -TAIL_BYTES), moment: bytes.slice(-TAIL_BYTES) };
  };
  const [entry, exit, stranger] = [
    await parts(),
    await parts({ direction: 'out' }),
    await parts({ phone: otherPhone }),
  ];
  const other = await parts({ kid: 'k3' });
  const turned = entry.moment.map((byte, index) => (index === 4 ? 2 : byte));
  const later = entry.moment.map((byte, index) => (index === 3 ? byte ^ 1 : byte));
  const vector = (
    name: string,
    rule: string,
    { certificate, moment }: Awaited<ReturnType<typeof parts>>,
    expected: PassageVector['expect'],
    { code = 31, at = now }: Partial<Pick<PassageVector, 'code' | 'at'>> = {},
  ): PassageVector => ({
    name,
    rules: [rule],
    code,
    at,
    certificate: base64url(certificate),
    moment: base64url(moment),
    expect: expected,
  });
  return [
    vector('an entry with its moment', 'E1', entry, 'proved'),
    vector('an exit with its moment', 'E1', exit, 'proved', { code: 32 }),
    vector('an unknown direction in a moment', 'E1', { ...entry, moment: entry.moment.with(4, 3) }, 'forged'),
    vector('an exit with the moment of an entry', 'E2', entry, 'forged', { code: 32 }),
    vector('an entry with the moment of an exit', 'E2', exit, 'forged'),
    vector('a forced use with a moment', 'E2', entry, 'forged', { code: 38 }),
    vector('a moment 30 seconds before the passage', 'E3', entry, 'proved', { at: now + 30 }),
    vector('a moment 30 seconds after the passage', 'E3', entry, 'proved', { at: now - 30 }),
    vector('a moment 31 seconds before the passage', 'E3', entry, 'forged', { at: now + 31 }),
    vector('a moment 31 seconds after the passage', 'E3', entry, 'forged', { at: now - 31 }),
    vector('a moment of another phone', 'E4', stranger, 'forged'),
    vector('a moment of another certificate', 'E4', { ...entry, moment: other.moment }, 'forged'),
    vector('a moment that was turned round', 'E4', { ...entry, moment: turned }, 'forged', { code: 32 }),
    vector('a moment with another time', 'E4', { ...entry, moment: later }, 'forged'),
  ];
}
