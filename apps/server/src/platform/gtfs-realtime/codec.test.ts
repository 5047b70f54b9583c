// The codec of GTFS-Realtime: its generated code is that of the schema, and damaged bytes are refused.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DescEnum, DescField, DescMessage } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFeed, encodeFeed, FeedFormatError, toMillis, toSeconds, type FeedInit } from './codec.ts';
import { file_gtfs_realtime } from './gtfs-realtime-pb.js';

/** Lists the schema as lines such as 'TripUpdate.StopTimeEvent: optional int32 delay = 1'. */
function linesOfText(): string[] {
  const text = readFileSync(path.join(import.meta.dirname, 'gtfs-realtime.proto'), 'utf8');
  const names: string[] = [];
  const lines: string[] = [];
  for (const line of text.split('\n').map((each) => each.replace(/\/\/.*/, '').trim())) {
    const opened = /^(?:message|enum) (\w+) \{$/.exec(line)?.[1];
    if (opened !== undefined) names.push(opened);
    else if (line === '}') names.pop();
    else if (names.length > 0 && line !== '') lines.push(`${names.join('.')}: ${line.replace(/;$/, '')}`);
  }
  return lines.sort();
}

const nameOf = (desc: DescMessage | DescEnum) => desc.typeName.replace('transit_realtime.', '');
const SCALARS: Readonly<Record<number, string>> = {
  3: 'int64',
  4: 'uint64',
  5: 'int32',
  8: 'bool',
  9: 'string',
  13: 'uint32',
};
function fieldLine(field: DescField): string {
  const type = field.message?.name ?? field.enum?.name ?? SCALARS[field.scalar ?? 0];
  const label = field.fieldKind === 'list' ? 'repeated ' : field.fieldKind === 'message' ? '' : 'optional ';
  return `${nameOf(field.parent)}: ${label}${type} ${field.name} = ${field.number}`;
}
const linesOfEnum = (desc: DescEnum) =>
  desc.values.map((value) => `${nameOf(desc)}: ${value.name} = ${value.number}`);
const linesOfMessage = (desc: DescMessage): string[] => [
  ...desc.fields.map(fieldLine),
  ...desc.nestedEnums.flatMap(linesOfEnum),
  ...desc.nestedMessages.flatMap(linesOfMessage),
];

test('the generated code is that of the schema', () => {
  const { messages, enums } = file_gtfs_realtime;
  const lines = [...messages.flatMap(linesOfMessage), ...enums.flatMap(linesOfEnum)].sort();
  expect(lines.length).toBeGreaterThan(90);
  expect(lines).toEqual(linesOfText());
});

/** A train that is 90 seconds late at its second stop, byte by byte. */
const BY_HAND = Uint8Array.from([
  // Header: version '2.0', FULL_DATASET, timestamp 300.
  ...[0x0a, 0x0a, 0x0a, 0x03, 0x32, 0x2e, 0x30, 0x10, 0x00, 0x18, 0xac, 0x02],
  // Entity '1' with a trip update.
  ...[0x12, 0x13, 0x0a, 0x01, 0x31, 0x1a, 0x0e],
  // Trip 'ic'.
  ...[0x0a, 0x04, 0x0a, 0x02, 0x69, 0x63],
  // Stop sequence 2, arrival, delay 90.
  ...[0x12, 0x06, 0x08, 0x02, 0x12, 0x02, 0x08, 0x5a],
]);
const SAME: FeedInit = {
  header: { timestamp: 300n },
  entity: [
    {
      id: '1',
      tripUpdate: { trip: { tripId: 'ic' }, stopTimeUpdate: [{ stopSequence: 2, arrival: { delay: 90 } }] },
    },
  ],
};

test('a feed is read and written as the standard lays it out', () => {
  const { header, entity } = decodeFeed(BY_HAND);
  expect(toMillis(header?.timestamp)).toBe(300_000);
  const stop = entity[0]?.tripUpdate?.stopTimeUpdate[0];
  expect([stop?.stopSequence, stop?.arrival?.delay, stop?.departure, stop?.stopId]).toEqual([
    2,
    90,
    undefined,
    undefined,
  ]);
  expect(Buffer.from(encodeFeed(SAME)).toString('hex')).toBe(Buffer.from(BY_HAND).toString('hex'));
});

test('fields that the schema does not have are skipped', () => {
  // Field 1000 of the feed, an extension, with three bytes.
  const extended = Uint8Array.from([0xc2, 0x3e, 0x03, 1, 2, 3, ...BY_HAND]);
  expect(decodeFeed(extended)).toEqual(decodeFeed(BY_HAND));
});

test('cut bytes are no feed', () => {
  for (let length = 13; length < BY_HAND.length; length += 1)
    expect(() => decodeFeed(BY_HAND.subarray(0, length))).toThrow(FeedFormatError);
});

test('a small feed of very many messages is refused', () => {
  const many = Uint8Array.from({ length: 2_000_004 }, (_, at) => (at % 2 === 0 ? 0x12 : 0x00));
  expect(() => decodeFeed(many)).toThrow('more than 1000000 messages');
});

test('any bytes are decoded or refused, never anything else', () => {
  const damaged = fc
    .tuple(fc.nat(BY_HAND.length * 8 - 1), fc.nat(BY_HAND.length * 8 - 1))
    .map((bits) =>
      BY_HAND.map((byte, at) => bits.reduce((b, bit) => (bit >> 3 === at ? b ^ (1 << (bit & 7)) : b), byte)),
    );
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), (bytes) => {
      try {
        decodeFeed(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(FeedFormatError);
      }
    }),
    { numRuns: 2000 },
  );
});

test('moments of no sensible year are no moments', () => {
  expect(toMillis(toSeconds(1_775_000_000_123))).toBe(1_775_000_000_000);
  expect([0n, -5n, 2n ** 63n - 1n, undefined].map(toMillis)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
