// Finds QR codes in the camera's pictures, with the browser's detector or with ZXing in WebAssembly from our server.
import type { ReaderOptions } from 'zxing-wasm/reader';

/** Returns the texts of the QR codes in the camera's current picture. */
export type DetectCodes = (video: HTMLVideoElement) => Promise<string[]>;

/** One way to search a picture. */
export interface Look {
  /** The middle square, which the screen marks with corners, or the whole picture. */
  readonly part: 'middle' | 'whole';
  /** The maximum length of the longer side, in pixels. */
  readonly maxSide: number;
  readonly options: ReaderOptions;
}

const QUICK: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: false,
  tryRotate: false,
  // The app's codes are dark on light, in dark mode too.
  tryInvert: false,
  tryDownscale: false,
  maxNumberOfSymbols: 1,
};
const MIDDLE: Look = { part: 'middle', maxSide: 640, options: QUICK };
/** For a code that is far away, worn or dim: full resolution and a thorough search. */
const CAREFUL: Look = { part: 'middle', maxSide: 1080, options: { ...QUICK, tryHarder: true } };
const WHOLE: Look = {
  part: 'whole',
  maxSide: 1280,
  options: { ...QUICK, tryHarder: true, tryRotate: true, tryDownscale: true },
};
/** The search modes in turn, one per picture. Most are quick: they find most codes at a tenth of the cost. */
export const LOOKS: readonly Look[] = [MIDDLE, MIDDLE, CAREFUL, MIDDLE, MIDDLE, WHOLE];

/** Returns the part of a picture to copy and the size to copy it to, in pixels. */
export function cutOf(width: number, height: number, { part, maxSide }: Pick<Look, 'part' | 'maxSide'>) {
  const side = Math.min(width, height);
  const [w, h] = part === 'middle' ? [side, side] : [width, height];
  const scale = Math.min(1, maxSide / Math.max(w, h));
  return {
    x: Math.floor((width - w) / 2),
    y: Math.floor((height - h) / 2),
    w,
    h,
    toWidth: Math.round(w * scale),
    toHeight: Math.round(h * scale),
  };
}

/** The Shape Detection API, which TypeScript's libraries do not declare yet. */
interface NativeDetector {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { readonly formats: readonly string[] }): NativeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

async function nativeDetector(): Promise<DetectCodes | null> {
  const { BarcodeDetector: native } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  if (!native) return null;
  // Some browsers have the class but support no formats.
  if (!(await native.getSupportedFormats()).includes('qr_code')) return null;
  const detector = new native({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video)).map((found) => found.rawValue);
}

async function wasmDetector(): Promise<DetectCodes> {
  const [{ prepareZXingModule, readBarcodes }, { default: wasmUrl }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  // Compile now, so that the first traveller does not wait.
  await prepareZXingModule({
    overrides: {
      locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path),
    },
    fireImmediately: true,
  });
  // The pixels are read back each time, which is slow from a GPU canvas.
  const context = document
    .createElement('canvas')
    .getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  let turn = 0;
  return async (video) => {
    const look = LOOKS[turn % LOOKS.length] ?? MIDDLE;
    turn += 1;
    const { x, y, w, h, toWidth, toHeight } = cutOf(video.videoWidth, video.videoHeight, look);
    if (toWidth === 0 || toHeight === 0) return [];
    const { canvas } = context;
    if (canvas.width !== toWidth || canvas.height !== toHeight)
      Object.assign(canvas, { width: toWidth, height: toHeight });
    context.drawImage(video, x, y, w, h, 0, 0, toWidth, toHeight);
    const found = await readBarcodes(context.getImageData(0, 0, toWidth, toHeight), look.options);
    return found.map(({ text }) => text);
  };
}

/** Returns the best detector available. */
export async function newCodeDetector(): Promise<DetectCodes> {
  return (await nativeDetector()) ?? (await wasmDetector());
}
