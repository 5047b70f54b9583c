// Finds QR codes in a picture: the browser's own detector, or ZXing in WebAssembly, served by ourselves.
import type { BarcodeDetector } from 'barcode-detector/ponyfill';

/** Takes a video, image or canvas; gives the texts of the QR codes in it. */
export type DetectCodes = (picture: HTMLVideoElement | HTMLCanvasElement | ImageBitmap) => Promise<string[]>;

const FORMATS = { formats: ['qr_code' as const] };

async function nativeDetector(): Promise<BarcodeDetector | null> {
  const native = (globalThis as { BarcodeDetector?: typeof BarcodeDetector }).BarcodeDetector;
  if (!native) return null;
  // Some browsers have the class and no formats behind it.
  return (await native.getSupportedFormats()).includes('qr_code') ? new native(FORMATS) : null;
}

async function wasmDetector(): Promise<BarcodeDetector> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasmUrl }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  await prepareZXingModule({
    overrides: {
      locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path),
    },
    fireImmediately: true,
  });
  return new BarcodeDetector(FORMATS);
}

/** Gives the best detector there is here. */
export async function newCodeDetector(): Promise<DetectCodes> {
  const detector = (await nativeDetector()) ?? (await wasmDetector());
  return async (picture) => (await detector.detect(picture)).map((found) => found.rawValue);
}
