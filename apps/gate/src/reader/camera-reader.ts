// Reads codes from the camera while the screen shows it.
import type { DetectCodes } from './code-detector.ts';

/** The delay after an unreadable picture, so that a fault does not cause a busy loop. */
const AFTER_FAULT_MS = 250;
const REOPEN_MS = 2_000;
const WATCH_MS = 1_000;
/** Checks in a row without a picture. Checks are counted, because a device that slept makes only one after hours. */
const STALLED_WATCHES = 10;

interface CameraReader {
  readonly facing: 'environment' | 'user';
  readonly video: HTMLVideoElement;
  readonly detector: Promise<DetectCodes>;
  readonly onText: (text: string) => void;
  /** Receives null when the camera works, otherwise the fault. */
  readonly onState: (fault: unknown) => void;
}

/** Calls `work` at the camera's next picture, or after a tenth of a second where the browser does not name it. Returns a function that cancels. */
function nextPicture(video: HTMLVideoElement, work: () => void): () => void {
  // Chromium calls back for each new picture. Other browsers read ten pictures a second.
  if ('requestVideoFrameCallback' in video) {
    const handle = video.requestVideoFrameCallback(work);
    return () => video.cancelVideoFrameCallback(handle);
  }
  const timer = setTimeout(work, 100);
  return () => clearTimeout(timer);
}

/**
 * Starts reading and returns a function that stops it. Faults go to `onState`. The camera is opened again after it was
 * unplugged, taken by another program, or stopped delivering pictures, for example after sleep.
 */
export function readCamera({ facing, video, detector, onText, onState }: CameraReader): () => void {
  /** Increases at each opening. Work from an earlier opening is ignored. */
  let opening = 0;
  let stream: MediaStream | null = null;
  let quiet = 0;
  let cancel = () => {};
  let watch: ReturnType<typeof setInterval> | undefined;

  const later = (work: () => void, ms: number) => {
    const timer = setTimeout(work, ms);
    cancel = () => clearTimeout(timer);
  };
  const end = (ended: MediaStream | null) => {
    for (const track of ended?.getTracks() ?? []) track.stop();
  };
  const close = () => {
    opening += 1;
    cancel();
    clearInterval(watch);
    end(stream);
    stream = null;
  };
  const look = async (detect: DetectCodes, isOver: () => boolean) => {
    quiet = 0;
    const next = () => void look(detect, isOver);
    try {
      const texts = await detect(video);
      if (isOver()) return;
      for (const text of texts) onText(text);
      cancel = nextPicture(video, next);
    } catch (error) {
      if (isOver()) return;
      console.warn(error);
      later(next, AFTER_FAULT_MS);
    }
  };
  const open = async () => {
    close();
    const own = opening;
    const isOver = () => own !== opening;
    const fail = (error: unknown) => {
      if (isOver()) return;
      close();
      onState(error);
      later(() => void open(), REOPEN_MS);
    };
    try {
      const constraints = { facingMode: { ideal: facing }, width: { ideal: 1280 }, height: { ideal: 720 } };
      const opened = await navigator.mediaDevices.getUserMedia({ video: constraints, audio: false });
      if (isOver()) return end(opened);
      stream = opened;
      for (const track of opened.getVideoTracks())
        track.addEventListener('ended', () => fail(new Error('the camera was taken away')));
      video.srcObject = opened;
      await video.play();
      const detect = await detector;
      if (isOver()) return;
      onState(null);
      watch = setInterval(() => {
        // A hidden page receives no pictures.
        quiet = document.visibilityState === 'visible' ? quiet + 1 : 0;
        if (quiet >= STALLED_WATCHES) fail(new Error('no more pictures'));
      }, WATCH_MS);
      void look(detect, isOver);
    } catch (error) {
      fail(error);
    }
  };
  void open();
  return close;
}
