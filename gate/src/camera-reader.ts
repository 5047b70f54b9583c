// Reads codes from the camera, picture after picture, for as long as the screen shows it.
import type { DetectCodes } from './code-detector.ts';

/** When a picture cannot be read the next is tried a little later, so that a fault never spins. */
const AFTER_FAULT_MS = 250;
const REOPEN_MS = 2_000;

interface CameraReader {
  readonly facing: 'environment' | 'user';
  readonly video: HTMLVideoElement;
  readonly detector: Promise<DetectCodes>;
  readonly onText: (text: string) => void;
  /** Hears whether the camera works: null when it does. */
  readonly onState: (fault: unknown) => void;
}

function nextPicture(video: HTMLVideoElement, work: () => void): () => void {
  // Chromium calls back for each new picture; elsewhere ten a second are enough.
  if ('requestVideoFrameCallback' in video) {
    const handle = video.requestVideoFrameCallback(work);
    return () => video.cancelVideoFrameCallback(handle);
  }
  const timer = setTimeout(work, 100);
  return () => clearTimeout(timer);
}

/** Starts reading; the returned function stops it. Faults are told to `onState`, and the camera is opened again. */
export function readCamera({ facing, video, detector, onText, onState }: CameraReader): () => void {
  let stopped = false;
  let stream: MediaStream | null = null;
  let cancel = () => {};

  const later = (work: () => void, ms: number) => {
    const timer = setTimeout(work, ms);
    cancel = () => clearTimeout(timer);
  };
  const close = () => {
    cancel();
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
  };
  const look = async (detect: DetectCodes) => {
    try {
      const texts = await detect(video);
      for (const text of stopped ? [] : texts) onText(text);
      if (!stopped) cancel = nextPicture(video, () => void look(detect));
    } catch (error) {
      if (stopped) return;
      console.warn(error);
      later(() => void look(detect), AFTER_FAULT_MS);
    }
  };
  const open = async () => {
    try {
      const constraints = { facingMode: { ideal: facing }, width: { ideal: 1280 }, height: { ideal: 720 } };
      const opened = await navigator.mediaDevices.getUserMedia({ video: constraints, audio: false });
      stream = opened;
      if (stopped) return close();
      for (const track of opened.getVideoTracks()) track.addEventListener('ended', reopen);
      video.srcObject = opened;
      await video.play();
      const detect = await detector;
      if (stopped) return;
      onState(null);
      void look(detect);
    } catch (error) {
      if (stopped) return;
      onState(error);
      later(() => void open(), REOPEN_MS);
    }
  };
  const reopen = () => {
    if (stopped) return;
    close();
    void open();
  };
  void open();
  return () => {
    stopped = true;
    close();
  };
}
