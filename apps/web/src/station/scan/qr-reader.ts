// Reads QR codes with the browser's own detector, or with ZXing from our server if there is none.
import { reloadPage } from '@kippu/client/reload-page';
import { CameraError } from './camera.ts';

/** A camera's video, or a chosen picture. */
export type QrImage = HTMLVideoElement | ImageBitmap;

/** The common interface of both detectors. */
interface QrReader {
  detect(image: QrImage): Promise<readonly { readonly rawValue: string }[]>;
}
interface NativeDetector {
  new (options: { formats: string[] }): QrReader;
  getSupportedFormats(): Promise<string[]>;
}
declare global {
  interface Window {
    readonly BarcodeDetector?: NativeDetector;
  }
}

async function nativeReader(): Promise<QrReader | undefined> {
  const { BarcodeDetector } = window;
  if (!BarcodeDetector) return undefined;
  // Desktop Chrome may have the class but support no format.
  const formats = await BarcodeDetector.getSupportedFormats();
  return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : undefined;
}

/** The longer side of the scanned image in pixels. A photo of 12 megapixels would take 50 MB. */
const MAX_SIDE_PX = 2_000;

/** The size in pixels at which a picture is scanned. */
function sizeToRead(image: QrImage): { readonly width: number; readonly height: number } {
  const { width, height } =
    image instanceof HTMLVideoElement ? { width: image.videoWidth, height: image.videoHeight } : image;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

async function zxingReader(): Promise<QrReader> {
  const [{ prepareZXingModule, readBarcodes }, { default: wasmUrl }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  const context = document
    .createElement('canvas')
    .getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  return {
    detect: async (image) => {
      const { width, height } = sizeToRead(image);
      if (width === 0 || height === 0) return [];
      Object.assign(context.canvas, { width, height });
      context.drawImage(image, 0, 0, width, height);
      const pixels = context.getImageData(0, 0, width, height);
      const found = await readBarcodes(pixels, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
      return found.map(({ text }) => ({ rawValue: text }));
    },
  };
}

let made: Promise<QrReader> | undefined;
let failedBefore = false;

/**
 * Returns the reader, created at the first call. Throws CameraError 'networkDown' if its files did not load. The
 * second failure also reloads the page, because some browsers cache a failed module until then.
 */
export function qrReader(): Promise<QrReader> {
  made ??= nativeReader()
    .then((reader) => reader ?? zxingReader())
    .catch((error: unknown) => {
      made = undefined;
      if (failedBefore) reloadPage();
      failedBefore = true;
      throw new CameraError('networkDown', error);
    });
  return made;
}

/**
 * Returns the first text in the image, or undefined if it has no code. Throws CameraError 'cameraUnsuitable' if the
 * image cannot be read.
 */
export async function readQr(reader: QrReader, image: QrImage): Promise<string | undefined> {
  try {
    const [code] = await reader.detect(image);
    return code?.rawValue || undefined;
  } catch (error) {
    throw new CameraError('cameraUnsuitable', error);
  }
}
