// Reads metrics in the format of Prometheus, for tests.
import type { Metrics } from '../src/platform/telemetry/metrics.ts';

/** Returns the samples by name with labels, such as `kippu_sign_ins_total{caller="staff",outcome="accepted"}`. */
export async function samplesOf({ registry }: Pick<Metrics, 'registry'>): Promise<Map<string, number>> {
  return readSamples(await registry.metrics());
}

export function readSamples(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}
