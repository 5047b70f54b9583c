// A picture sent as text: decoded, measured, and believed to be what it says only when its first bytes agree.
import { AppError } from '../http/app-error.ts';

const PICTURE_BYTES_MOST = 1024 * 1024;

type PictureType = 'png' | 'jpeg' | 'webp';
interface Picture {
  readonly type: PictureType;
  readonly bytes: Uint8Array;
}

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);
const LOOKS_LIKE: Readonly<Record<PictureType, (bytes: Buffer) => boolean>> = {
  png: (bytes) => ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
  jpeg: (bytes) => ascii(bytes, 0, 3) === '\xff\xd8\xff',
  webp: (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP',
};

const isType = (type: string | undefined): type is PictureType => type !== undefined && type in LOOKS_LIKE;

/** Takes a data URI; gives the picture. Throws REQ-0003 for one too large, REQ-0001 for one that is something else. */
export function decodePicture(dataUri: string): Picture {
  const [, type, text = ''] = /^data:image\/(\w+);base64,(.+)$/s.exec(dataUri) ?? [];
  const wrong = (detail: string) => new AppError('REQ-0001', { values: { field: 'screenshot' }, detail });
  if (!isType(type) || text.length % 4 !== 0) throw wrong('not a picture in base64');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > PICTURE_BYTES_MOST) throw new AppError('REQ-0003');
  if (!LOOKS_LIKE[type](bytes)) throw wrong(`the bytes are no ${type}`);
  return { type, bytes };
}
