// Plays a tone for each verdict: rising for go, two low tones for stop, three equal tones for staff.

type Note = readonly [hertz: number, startSeconds: number, seconds: number];
const NOTES: Record<
  'go' | 'stop' | 'staff',
  { readonly wave: OscillatorType; readonly notes: readonly Note[] }
> = {
  go: {
    wave: 'sine',
    notes: [
      [880, 0, 0.1],
      [1318.5, 0.1, 0.18],
    ],
  },
  stop: {
    wave: 'square',
    notes: [
      [196, 0, 0.16],
      [196, 0.24, 0.28],
    ],
  },
  staff: {
    wave: 'triangle',
    notes: [
      [587.3, 0, 0.12],
      [587.3, 0.18, 0.12],
      [587.3, 0.36, 0.2],
    ],
  },
};
const LOUDNESS = { sine: 0.5, triangle: 0.5, square: 0.18, sawtooth: 0.18, custom: 0.3 } as const;

let audio: AudioContext | null = null;

/** Enables sound. Call it on a touch or a key press: browsers block sound before one. */
export function unlockSound(): void {
  audio ??= new AudioContext();
  // Fails without a loudspeaker. The screen shows the verdict too.
  if (audio.state === 'suspended') audio.resume().catch((error: unknown) => console.warn(error));
}

/** Reports whether tones can be heard now. */
export const canSound = (): boolean => audio?.state === 'running';

/** Plays the tone of a verdict. */
export function soundVerdict(kind: 'go' | 'stop' | 'staff'): void {
  unlockSound();
  if (!audio) return;
  const { wave, notes } = NOTES[kind];
  for (const [hertz, start, seconds] of notes) {
    const tone = audio.createOscillator();
    const level = audio.createGain();
    const from = audio.currentTime + start;
    tone.type = wave;
    tone.frequency.value = hertz;
    // A faded end; an abrupt end clicks.
    level.gain.setValueAtTime(LOUDNESS[wave], from);
    level.gain.setTargetAtTime(0, from + seconds - 0.03, 0.012);
    tone.connect(level).connect(audio.destination);
    tone.start(from);
    tone.stop(from + seconds + 0.05);
  }
}
