// Reads codes with the device's camera where the browser has a detector (Chrome on Android, macOS and ChromeOS).
import { useEffect, useRef, useState } from 'react';
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import css from './counter.module.css';

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector;

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Reports whether this browser can read codes. Otherwise staff use a scanner or the keyboard. */
export const canReadCodes = (): boolean =>
  detectorClass() !== undefined && typeof navigator.mediaDevices?.getUserMedia === 'function';

const WORDS = {
  aim: text(
    'お客様の画面のコードを枠に入れてください。',
    'Hold the code on the traveller’s screen in the frame.',
  ),
  close: text('カメラを閉じる', 'Close the camera'),
  failed: text(
    'カメラを使えません。ブラウザーの設定で許可するか、番号を入力してください。',
    'The camera cannot be used. Allow it in the browser’s settings, or type the number.',
  ),
};
/** The time between two reads: short enough for a phone's code, and long enough to keep a tablet cool. */
const LOOK_EVERY_MS = 200;

export function CodeCamera({
  onCode,
  onClose,
}: {
  readonly onCode: (code: string) => void;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  const report = useRef(onCode);
  useEffect(() => {
    report.current = onCode;
  }, [onCode]);
  useEffect(() => {
    const Class = detectorClass();
    const picture = video.current;
    if (!Class || !picture) return undefined;
    const detector = new Class({ formats: ['qr_code'] });
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = async () => {
      const [first] = await detector.detect(picture);
      if (over) return;
      if (first) report.current(first.rawValue);
      else timer = setTimeout(run, LOOK_EVERY_MS);
    };
    const run = () => void look().catch(() => setFailed(true));
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (over) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      picture.srcObject = stream;
      await picture.play();
      run();
    };
    begin().catch((error: unknown) => {
      console.warn('no camera', error);
      if (!over) setFailed(true);
    });
    return () => {
      over = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  return (
    <div className={css['camera']}>
      {failed ? (
        <NoticeBox tone="warn">{say(WORDS.failed)}</NoticeBox>
      ) : (
        <>
          <video ref={video} className={css['video']} muted playsInline />
          <p className={css['quiet']}>{say(WORDS.aim)}</p>
        </>
      )}
      <Button kind="outline" onClick={onClose}>
        {say(WORDS.close)}
      </Button>
    </div>
  );
}
