// The phone's camera for reading codes, and every way in which it may be refused.
import type { ClientMessage } from '@kippu/contract/words/client-messages';

export type CameraRefusal = Extract<ClientMessage, `camera${string}` | 'networkDown'>;

/** The camera is not to be had; `reason` names its words. */
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

/** Takes whatever getUserMedia threw; gives the reason. What nobody has named yet counts as an unsuitable camera. */
export function cameraRefusal(error: unknown): CameraRefusal {
  if (error instanceof CameraError) return error.reason;
  return (error instanceof Error && REASONS[error.name]) || 'cameraUnsuitable';
}

/** Opens the camera that looks away from the traveller, in a size codes are read from. Throws CameraError. */
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

/** Lets go of the camera; its light goes out. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

// The torch is in no DOM typing yet.
type WithTorch<T> = T & { readonly torch?: boolean };

/** Whether the camera has a light to switch on. */
export function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks();
  const abilities: WithTorch<MediaTrackCapabilities> | undefined = track?.getCapabilities?.();
  return abilities?.torch === true;
}

/** Switches the light; gives whether it obeyed. */
export async function setTorch(stream: MediaStream, on: boolean): Promise<boolean> {
  const light: WithTorch<MediaTrackConstraintSet> = { torch: on };
  try {
    await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [light] });
    return true;
  } catch {
    // Some phones name a light and refuse it: the button goes back.
    return false;
  }
}
