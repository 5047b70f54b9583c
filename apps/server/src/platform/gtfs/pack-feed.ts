// A read feed as bytes, for the database: JSON, compressed.
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Feed, FeedService } from './feed.ts';

/** Another number means another form. */
const FORM = 1;

interface Packed extends Omit<Feed, 'services' | 'calls'> {
  readonly form: number;
  readonly services: readonly (readonly [
    string,
    Omit<FeedService, 'added' | 'removed'> & {
      readonly added: readonly string[];
      readonly removed: readonly string[];
    },
  ])[];
  readonly calls: {
    readonly stop: readonly number[];
    readonly arrive: readonly number[];
    readonly depart: readonly number[];
    readonly flags: readonly number[];
    /** Absent in what releases up to 0.5.0 stored. */
    readonly sequence?: readonly number[];
  };
}

/** Each number less the one before it: small numbers, which compress well. */
const steps = (values: Int32Array): number[] =>
  Array.from(values, (value, at) => value - (values[at - 1] ?? 0));

function sums(differences: readonly number[]): Int32Array {
  let sum = 0;
  return Int32Array.from(differences, (difference) => (sum += difference));
}

const differences = (values: Int32Array, base: Int32Array): number[] =>
  Array.from(values, (value, at) => value - (base[at] ?? 0));

/** Returns a feed as bytes. */
export function packFeed(feed: Feed): Uint8Array {
  const { stop, arrive, depart, flags, sequence } = feed.calls;
  const packed: Packed = {
    ...feed,
    form: FORM,
    services: [...feed.services].map(([id, service]) => [
      id,
      { ...service, added: [...service.added], removed: [...service.removed] },
    ]),
    calls: {
      stop: [...stop],
      arrive: steps(arrive),
      depart: differences(depart, arrive),
      flags: [...flags],
      sequence: steps(sequence),
    },
  };
  return new Uint8Array(gzipSync(JSON.stringify(packed)));
}

/** Returns the feed of packFeed. Throws Error for bytes of another form. */
export function unpackFeed(bytes: Uint8Array): Feed {
  const { form, services, calls, ...feed } = JSON.parse(gunzipSync(bytes).toString()) as Packed;
  if (form !== FORM) throw new Error(`the feed is stored in form ${form}, this program reads form ${FORM}`);
  const arrive = sums(calls.arrive);
  return {
    ...feed,
    services: new Map(
      services.map(([id, service]) => [
        id,
        { ...service, added: new Set(service.added), removed: new Set(service.removed) },
      ]),
    ),
    calls: {
      stop: Int32Array.from(calls.stop),
      arrive,
      depart: Int32Array.from(calls.depart, (stay, at) => stay + (arrive[at] ?? 0)),
      flags: Uint8Array.from(calls.flags),
      sequence: sums(calls.sequence ?? []),
    },
  };
}
