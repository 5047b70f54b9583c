// A camera that is refused, unplugged, taken away or stalled is opened again, and is never read twice at once.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readCamera } from './camera-reader.ts';

/** A camera and the video that shows it. The test decides when a picture arrives. */
function device() {
  const faults: unknown[] = [];
  const opened: { ended: () => void; stopped: boolean }[] = [];
  const pictures = new Map<number, () => void>();
  const page = { visibilityState: 'visible' };
  let refusal: Error | null = null;
  let handles = 0;
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: async () => {
        if (refusal) throw refusal;
        const camera = { ended: () => undefined as void, stopped: false };
        opened.push(camera);
        const track = {
          addEventListener: (_: string, listener: () => void) => (camera.ended = listener),
          stop: () => (camera.stopped = true),
        };
        return { getTracks: () => [track], getVideoTracks: () => [track] };
      },
    },
  });
  const video = {
    srcObject: null,
    play: async () => undefined,
    requestVideoFrameCallback: (work: () => void) => {
      handles += 1;
      pictures.set(handles, work);
      return handles;
    },
    cancelVideoFrameCallback: (handle: number) => pictures.delete(handle),
  };
  const texts: string[] = [];
  let looks = 0;
  const detect = async () => {
    looks += 1;
    return [`text-${looks}`];
  };
  const stop = readCamera({
    facing: 'environment',
    video: video as unknown as HTMLVideoElement,
    detector: Promise.resolve(detect),
    onText: (text) => texts.push(text),
    onState: (fault) => faults.push(fault),
  });
  return {
    faults,
    opened,
    texts,
    page,
    stop,
    pictures,
    refuse: (error: Error | null) => (refusal = error),
    picture: async () => {
      const waiting = [...pictures.values()];
      pictures.clear();
      for (const work of waiting) work();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('reads each picture once, and releases the camera when it stops', async () => {
  const camera = device();
  await pass(0);
  await camera.picture();
  await camera.picture();
  expect([camera.texts, camera.faults]).toEqual([['text-1', 'text-2', 'text-3'], [null]]);
  camera.stop();
  await camera.picture();
  await pass(60_000);
  expect([camera.texts.length, camera.opened.length, camera.opened[0]?.stopped]).toEqual([3, 1, true]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a missing camera or permission is reported and requested again until it works', async () => {
  const camera = device();
  await pass(0);
  const denied = new Error('NotAllowedError');
  camera.refuse(denied);
  camera.opened[0]?.ended();
  await pass(0);
  expect(camera.faults).toMatchObject([null, { message: 'the camera was taken away' }]);
  expect(camera.opened[0]?.stopped).toBe(true);
  await pass(2_000);
  await pass(2_000);
  expect(camera.faults.slice(2)).toEqual([denied, denied]);
  camera.refuse(null);
  await pass(2_000);
  expect(camera.faults.at(-1)).toBeNull();
  // There is only one reading loop, however often the camera was opened.
  const before = camera.texts.length;
  await camera.picture();
  expect(camera.texts.length).toBe(before + 1);
  expect(camera.pictures.size).toBe(1);
  camera.stop();
});

test('a camera without new pictures is opened again, but not while the page is hidden', async () => {
  const camera = device();
  await pass(0);
  camera.page.visibilityState = 'hidden';
  await pass(3_600_000);
  expect(camera.opened).toHaveLength(1);
  camera.page.visibilityState = 'visible';
  await pass(11_000);
  expect(camera.faults).toMatchObject([null, { message: 'no more pictures' }]);
  await pass(2_000);
  expect(camera.opened.map(({ stopped }) => stopped)).toEqual([true, false]);
  expect(camera.faults.at(-1)).toBeNull();
  camera.stop();
});

test('a camera that delivers pictures is not reopened', async () => {
  const camera = device();
  await pass(0);
  for (let second = 0; second < 60; second += 1) {
    await pass(1_000);
    await camera.picture();
  }
  expect([camera.opened.length, camera.faults]).toEqual([1, [null]]);
  camera.stop();
});
