// A picture from the phone, made small enough to send before it leaves it.

/** Well below the server's limit of a megabyte; base64 adds a third on the way only. */
const BYTES_MOST = 900_000;
/** The longer side first tried: a screen of any phone stays readable. */
const SIDE_MOST_PX = 1600;
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
  // What is transparent would turn black in a JPEG.
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
 * Takes a file the traveller chose; gives it as a JPEG data URI below the server's limit, upright, without the place
 * and camera written into photographs. Rejects what the browser cannot open as a picture.
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    for (let side = SIDE_MOST_PX; side >= SIDE_LEAST_PX; side /= 2) {
      const canvas = drawn(bitmap, side);
      for (const quality of QUALITIES) {
        const blob = await encoded(canvas, quality);
        if (blob.size <= BYTES_MOST) return await dataUriOf(blob);
      }
    }
    throw new Error('the picture stays too large');
  } finally {
    bitmap.close();
  }
}
