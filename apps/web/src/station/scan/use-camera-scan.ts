// The state of the camera scan: opening, scanning or refused. A text seen repeatedly is reported once.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { cameraRefusal, closeCamera, openCamera, type CameraRefusal } from './camera.ts';
import { qrReader, readQr } from './qr-reader.ts';

const LOOK_EVERY_MS = 120;
/** Single frames may fail while the camera starts. This many failures in a row mean that it is unusable. */
const MAX_FAILURES = 25;

type CameraState =
  | { readonly is: 'opening' }
  | { readonly is: 'looking'; readonly stream: MediaStream }
  | { readonly is: 'refused'; readonly reason: CameraRefusal };

/** Opens the camera on the video element. `again` reopens it after a refusal. */
export function useCameraScan(onText: (text: string) => void): {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: CameraState;
  readonly again: () => void;
} {
  const video = useRef<HTMLVideoElement>(null);
  const report = useRef(onText);
  const [state, setState] = useState<CameraState>({ is: 'opening' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    report.current = onText;
  }, [onText]);
  useEffect(() => {
    let gone = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refuse = (error: unknown) => {
      clearTimeout(timer);
      if (stream) closeCamera(stream);
      if (!gone) setState({ is: 'refused', reason: cameraRefusal(error) });
    };
    const run = async () => {
      stream = await openCamera();
      if (gone) return closeCamera(stream);
      // Another app may take over the camera during the scan.
      stream
        .getVideoTracks()[0]
        ?.addEventListener('ended', () =>
          refuse(Object.assign(new Error('ended'), { name: 'NotReadableError' })),
        );
      setState({ is: 'looking', stream });
      const element = video.current;
      if (!element) return;
      element.srcObject = stream;
      await element.play();
      const reader = await qrReader();
      let last: string | undefined;
      let failures = 0;
      const look = async () => {
        if (gone) return;
        if (!document.hidden && element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
          try {
            const text = await readQr(reader, element);
            failures = 0;
            if (gone) return;
            if (text && text !== last) report.current(text);
            last = text ?? last;
          } catch (error) {
            failures += 1;
            if (failures >= MAX_FAILURES) return refuse(error);
          }
        }
        timer = setTimeout(() => void look(), LOOK_EVERY_MS);
      };
      await look();
    };
    run().catch((error: unknown) => {
      if (!gone) refuse(error);
    });
    return () => {
      gone = true;
      clearTimeout(timer);
      if (stream) closeCamera(stream);
    };
    // Each try reopens the camera.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [tries]);
  return {
    video,
    state,
    again: () => {
      setState({ is: 'opening' });
      setTries((count) => count + 1);
    },
  };
}
