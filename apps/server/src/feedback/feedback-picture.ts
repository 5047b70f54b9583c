// Decodes a picture sent as text and encodes it again from its pixels, so that nothing else of the file is encoded: no location, no camera
// data, no thumbnail, no trailing bytes.
import sharp from 'sharp';
import { AppError } from '../platform/wire/app-error.ts';
import { FairPool } from '../platform/limits/fair-pool.ts';

const MAX_SENT_BYTES = 1024 * 1024;
/** Limits in pixels: above any phone's screenshot, below what a small file can expand to in memory. */
const MAX_SIDE_PX = 16_000;
const MAX_PIXELS = 25_000_000;
/** The longer side of a encoded picture. The app sends 1,600. */
const KEPT_SIDE_PX = 2_400;
const MAX_KEPT_BYTES = 1024 * 1024;
const JPEG_QUALITY = 82;
const MAX_SECONDS = 10;
/** A progressive JPEG is decoded once for each scan, before the limit of seconds counts. Cameras and tools write at most some twenty. */
const MAX_SCANS = 64;

type PictureType = 'png' | 'jpeg' | 'webp';
export interface Picture {
  readonly type: PictureType;
  readonly bytes: Uint8Array;
}

/** Decoded pictures are not cached, and each uses one thread instead of one for each core. */
sharp.cache(false);
sharp.concurrency(1);

/** One picture at a time: a decoded one takes up to 100 MB. */
const pool = new FairPool({ running: 1, callers: 8, callersOfOne: 2, retryAfter: 5 });

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);
const LOOKS_LIKE: Readonly<Record<PictureType, (bytes: Buffer) => boolean>> = {
  png: (bytes) => ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
  jpeg: (bytes) => ascii(bytes, 0, 3) === '\xff\xd8\xff',
  webp: (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP',
};

const isType = (type: string | undefined): type is PictureType => type !== undefined && type in LOOKS_LIKE;

const wrong = (detail: string) => new AppError('REQ-0001', { values: { field: 'screenshot' }, detail });

const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** Whether a JPEG has more scans than allowed. Compressed data never contains the mark of one. */
function hasManyScans(bytes: Buffer): boolean {
  let scans = 0;
  for (let at = bytes.indexOf(START_OF_SCAN); at >= 0; at = bytes.indexOf(START_OF_SCAN, at + 2)) {
    scans += 1;
    if (scans > MAX_SCANS) return true;
  }
  return false;
}

function decoded(dataUri: string): { readonly type: PictureType; readonly bytes: Buffer } {
  const [, type, text = ''] = /^data:image\/(\w+);base64,(.+)$/s.exec(dataUri) ?? [];
  if (!isType(type) || text.length % 4 !== 0) throw wrong('not a picture in base64');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > MAX_SENT_BYTES) throw new AppError('REQ-0003');
  // The check comes first, so that only these decoders run: the library reads many more formats.
  if (!LOOKS_LIKE[type](bytes)) throw wrong(`the bytes are no ${type}`);
  if (type === 'jpeg' && hasManyScans(bytes)) throw wrong('too many scans');
  return { type, bytes };
}

async function remade({ type, bytes }: ReturnType<typeof decoded>): Promise<Picture> {
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const { format, width, height } = await image.metadata();
  if (format !== type) throw wrong(`the bytes are no ${type}`);
  if (Math.max(width, height) > MAX_SIDE_PX || width * height > MAX_PIXELS) throw new AppError('REQ-0003');
  const upright = image
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize({ width: KEPT_SIDE_PX, height: KEPT_SIDE_PX, fit: 'inside', withoutEnlargement: true });
  const encoded = await upright
    .clone()
    .toFormat(type, type === 'png' ? {} : { quality: JPEG_QUALITY })
    .toBuffer();
  if (encoded.length <= MAX_KEPT_BYTES) return { type, bytes: encoded };
  const smaller = await upright.flatten({ background: 'white' }).jpeg({ quality: JPEG_QUALITY }).toBuffer();
  return { type: 'jpeg', bytes: smaller };
}

/**
 * Decodes a data URI and returns the picture, upright, at most 2,400 pixels a side, without metadata. Runs in threads and outside
 * transactions. `by` is the account it counts for. Rejects with AppError REQ-0003 for a too large picture, REQ-0001 for a broken one or
 * another format, REQ-0008 when too many pictures are waiting.
 */
export async function cleanPicture(dataUri: string, by: string): Promise<Picture> {
  const sent = decoded(dataUri);
  return pool.enter(by, (run) =>
    run(async () => {
      try {
        return await remade(sent);
      } catch (error) {
        if (error instanceof AppError) throw error;
        // The header names more pixels than allowed.
        if (error instanceof Error && error.message.includes('pixel limit')) throw new AppError('REQ-0003');
        throw wrong('the picture cannot be read');
      }
    }),
  );
}
