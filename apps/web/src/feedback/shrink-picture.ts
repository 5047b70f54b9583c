// Reduces a picture on the phone before it is sent.

/** Well below the server's limit of one megabyte. Base64 adds a third during the transfer only. */
const MAX_BYTES = 900_000;
/** The first size to try, for the longer side. A screenshot stays readable. */
const MAX_SIDE_PX = 1600;
const SIDE_LEAST_PX = 320;
const QUALITIES = [0.85, 0.7, 0.55];

const encoded = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no picture'))),
      'image/jpeg',
      quality,
    ),
  );

function drawn(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no canvas');
  // A JPEG would show transparent areas as black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const dataUriOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'));
    reader.readAsDataURL(blob);
  });

/**
 * Returns a chosen file as a JPEG data URI below the server's limit, upright and without the location and camera
 * data. Rejects if the browser cannot open it as a picture.
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    for (let side = MAX_SIDE_PX; side >= SIDE_LEAST_PX; side /= 2) {
      const canvas = drawn(bitmap, side);
      for (const quality of QUALITIES) {
        const blob = await encoded(canvas, quality);
        if (blob.size <= MAX_BYTES) return await dataUriOf(blob);
      }
    }
    throw new Error('the picture stays too large');
  } finally {
    bitmap.close();
  }
}
