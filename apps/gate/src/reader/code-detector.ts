// Finds QR codes in the camera's pictures: the browser's own detector, or ZXing in WebAssembly, served by ourselves.
import type { ReaderOptions } from 'zxing-wasm/reader';

/** Takes the camera's picture as it is now; gives the texts of the QR codes in it. */
export type DetectCodes = (video: HTMLVideoElement) => Promise<string[]>;

/** One way to look at a picture. */
export interface Look {
  /** Of the picture: its middle square, where the screen shows its corners, or all of it. */
  readonly part: 'middle' | 'whole';
  /** The longer side of what is looked at, in pixels at most. */
  readonly most: number;
  readonly options: ReaderOptions;
}

const QUICK: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: false,
  tryRotate: false,
  // The app's codes are dark on light in dark mode too.
  tryInvert: false,
  tryDownscale: false,
  maxNumberOfSymbols: 1,
};
const MIDDLE: Look = { part: 'middle', most: 640, options: QUICK };
/** A code that is far away, worn or dim: every pixel, with more patience. */
const CAREFUL: Look = { part: 'middle', most: 1080, options: { ...QUICK, tryHarder: true } };
const WHOLE: Look = {
  part: 'whole',
  most: 1280,
  options: { ...QUICK, tryHarder: true, tryRotate: true, tryDownscale: true },
};
/** A picture is looked at once, for the next is fresher: mostly in the way that finds most codes and costs a tenth. */
export const LOOKS: readonly Look[] = [MIDDLE, MIDDLE, CAREFUL, MIDDLE, MIDDLE, WHOLE];

/** Takes the picture's size in pixels; gives the part to copy and the size to copy it to. */
export function cutOf(width: number, height: number, { part, most }: Pick<Look, 'part' | 'most'>) {
  const side = Math.min(width, height);
  const [w, h] = part === 'middle' ? [side, side] : [width, height];
  const scale = Math.min(1, most / Math.max(w, h));
  return {
    ...{ x: Math.floor((width - w) / 2), y: Math.floor((height - h) / 2), w, h },
    ...{ toWidth: Math.round(w * scale), toHeight: Math.round(h * scale) },
  };
}

/** The Shape Detection API, where there is one; TypeScript's libraries do not have it yet. */
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
  // Some browsers have the class and no formats behind it.
  if (!(await native.getSupportedFormats()).includes('qr_code')) return null;
  const detector = new native({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video)).map((found) => found.rawValue);
}

async function wasmDetector(): Promise<DetectCodes> {
  const [{ prepareZXingModule, readBarcodes }, { default: wasmUrl }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  // Compiled now, so that the first traveller does not wait for it.
  await prepareZXingModule({
    overrides: {
      locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path),
    },
    fireImmediately: true,
  });
  // Read back at once, each time: a canvas on the graphics card would make that wait.
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

/** Gives the best detector there is here. */
export async function newCodeDetector(): Promise<DetectCodes> {
  return (await nativeDetector()) ?? (await wasmDetector());
}
