// The phone's camera for reading codes, and every reason for which it may be unavailable.
import type { ClientMessage } from '@kippu/words/client-messages';

/** Why no code can be read; names the message. 'networkDown': the files of the QR reader did not load. */
export type CameraRefusal = Extract<ClientMessage, `camera${string}` | 'networkDown'>;

/** The camera is unavailable; `reason` selects the message. */
export class CameraError extends Error {
  readonly reason: CameraRefusal;
  constructor(reason: CameraRefusal, cause?: unknown) {
    super(reason, { cause });
    this.name = 'CameraError';
    this.reason = reason;
  }
}

const REASONS: Readonly<Record<string, CameraRefusal>> = {
  NotAllowedError: 'cameraDenied',
  SecurityError: 'cameraDenied',
  NotFoundError: 'cameraMissing',
  NotReadableError: 'cameraBusy',
  AbortError: 'cameraBusy',
  OverconstrainedError: 'cameraUnsuitable',
  TypeError: 'cameraUnsupported',
};

/** Maps an error of getUserMedia to a reason. Unknown errors count as an unsuitable camera. */
export function cameraRefusal(error: unknown): CameraRefusal {
  if (error instanceof CameraError) return error.reason;
  return (error instanceof Error && REASONS[error.name]) || 'cameraUnsuitable';
}

/** Opens the rear camera at a resolution suitable for reading codes. Throws CameraError. */
export async function openCamera(): Promise<MediaStream> {
  if (!window.isSecureContext) throw new CameraError('cameraInsecure');
  if (typeof navigator.mediaDevices?.getUserMedia !== 'function') throw new CameraError('cameraUnsupported');
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    throw new CameraError(cameraRefusal(error), error);
  }
}

/** Stops the camera, which also turns its light off. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

// TypeScript's DOM types do not include the torch.
type WithTorch<T> = T & { readonly torch?: boolean };

/** Whether the camera has a torch. */
export function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks();
  const abilities: WithTorch<MediaTrackCapabilities> | undefined = track?.getCapabilities?.();
  return abilities?.torch === true;
}

/** Switches the torch. Returns whether it worked. */
export async function setTorch(stream: MediaStream, on: boolean): Promise<boolean> {
  const light: WithTorch<MediaTrackConstraintSet> = { torch: on };
  try {
    await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [light] });
    return true;
  } catch {
    // Some phones report a torch but refuse it: the button switches back.
    return false;
  }
}
