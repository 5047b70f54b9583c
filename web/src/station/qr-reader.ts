// Reads QR codes: with the browser's own detector where it has one, else with ZXing from our own server.
import { CameraError } from './camera.ts';

/** What both detectors have in common. */
interface QrReader {
  detect(image: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
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
  // Desktop Chrome may have the class and no format at all.
  const formats = await BarcodeDetector.getSupportedFormats();
  return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : undefined;
}

async function zxingReader(): Promise<QrReader> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasmUrl }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  return new BarcodeDetector({ formats: ['qr_code'] });
}

let made: Promise<QrReader> | undefined;

/** The reader, made at the first call. Throws CameraError 'networkDown' when it did not come. */
export function qrReader(): Promise<QrReader> {
  made ??= nativeReader()
    .then((reader) => reader ?? zxingReader())
    .catch((error: unknown) => {
      made = undefined;
      throw new CameraError('networkDown', error);
    });
  return made;
}

/** The first text in the image; undefined when it holds no code. Throws CameraError 'cameraUnsuitable' when it cannot look. */
export async function readQr(reader: QrReader, image: ImageBitmapSource): Promise<string | undefined> {
  try {
    const [code] = await reader.detect(image);
    return code?.rawValue || undefined;
  } catch (error) {
    throw new CameraError('cameraUnsuitable', error);
  }
}
