// Reads and writes GTFS-Realtime feeds. Their schema is gtfs-realtime.proto.
import { create, fromBinary, toBinary, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { FeedMessageSchema, type FeedMessage } from './gtfs-realtime-pb.js';

/** A feed cannot be decoded. Its message says why, without text of the feed. */
export class FeedFormatError extends Error {}

/** A feed to be encoded: any field may be left out. */
export type FeedInit = MessageInitShape<typeof FeedMessageSchema>;

/**
 * The most messages in a feed: entities, stops of trains, times, texts. 5,000 trains with 40 stops each need 600,000. A feed of 16 MB of
 * empty messages would need gigabytes of memory.
 */
const MAX_MESSAGES = 1_000_000;

const innerOf = new Map<DescMessage, ReadonlyMap<number, DescMessage>>();

/** Returns the messages inside a message, by their fields' numbers. */
function innerMessages(schema: DescMessage): ReadonlyMap<number, DescMessage> {
  const known = innerOf.get(schema);
  if (known) return known;
  const found = new Map(
    schema.fields.flatMap(({ number, message }) => (message ? [[number, message] as const] : [])),
  );
  innerOf.set(schema, found);
  return found;
}

/**
 * Counts the messages inside a message that ends at `end`, those that its schema knows. Throws an error for bytes that are no message, and
 * for more than MAX_MESSAGES.
 */
function countMessages(reader: BinaryReader, end: number, schema: DescMessage, counted: number): number {
  const inner = innerMessages(schema);
  let count = counted;
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const message = inner.get(number);
    if (!message || wireType !== WireType.LengthDelimited) {
      reader.skip(wireType, number);
      continue;
    }
    const innerEnd = reader.uint32() + reader.pos;
    if (innerEnd > end) throw new RangeError('a message is longer than the one around it');
    count = countMessages(reader, innerEnd, message, count + 1);
    if (count > MAX_MESSAGES) throw new RangeError(`more than ${MAX_MESSAGES} messages`);
  }
  return count;
}

/** Decodes a feed. Throws FeedFormatError if the bytes are no feed, or too many messages. */
export function decodeFeed(bytes: Uint8Array): FeedMessage {
  try {
    countMessages(new BinaryReader(bytes), bytes.length, FeedMessageSchema, 0);
    return fromBinary(FeedMessageSchema, bytes, { readUnknownFields: false });
  } catch (error) {
    throw new FeedFormatError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Encodes a feed, with the version of the standard and FULL_DATASET. */
export const encodeFeed = ({ header, entity }: FeedInit): Uint8Array =>
  toBinary(
    FeedMessageSchema,
    create(FeedMessageSchema, {
      header: { gtfsRealtimeVersion: '2.0', incrementality: 0, ...header },
      entity: entity ?? [],
    }),
  );

/** Converts epoch milliseconds to the standard's seconds. */
export const toSeconds = (ms: number): bigint => BigInt(Math.floor(ms / 1000));

/** Converts the standard's seconds to epoch milliseconds; undefined for 0, which means 'no time', and for no moment of these centuries. */
export function toMillis(seconds: bigint | undefined): number | undefined {
  if (seconds === undefined || seconds <= 0n || seconds > MAX_SECONDS) return undefined;
  return Number(seconds) * 1000;
}
/** The end of the year 2199. */
const MAX_SECONDS = 7_258_118_400n;
