// The device's own work in place of a captcha, as a form uses it.
import { useRef, useState } from 'react';
import { send } from '../../app/call/api.ts';

/** A pass is valid for five minutes; do not use one older than this. */
const PASS_MS = 4 * 60_000;

export interface Work {
  readonly state: 'none' | 'running' | 'done' | 'failed';
  /** Starts a new puzzle. */
  readonly start: () => void;
  /**
   * Waits for the pass, which can be used once. Starts again if there is no pass or it is too old. Rejects with the
   * error.
   */
  readonly pass: () => Promise<{ captchaPass: string }>;
}

interface Job {
  readonly pass: Promise<{ captchaPass: string }>;
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
}

export function useWork(): Work {
  const [state, setState] = useState<Work['state']>('none');
  const job = useRef<Job | null>(null);
  const start = (): Job => {
    const begun: Job = {
      pass: import('@kippu/client/solve-work').then(({ solveWork }) => solveWork(send)),
      at: performance.now(),
    };
    job.current = begun;
    setState('running');
    const finish = (ended: 'done' | 'failed') => () => {
      if (job.current === begun) setState(ended);
    };
    begun.pass.then(finish('done'), finish('failed'));
    return begun;
  };
  return {
    state,
    start: () => void start(),
    pass: async () => {
      const old = job.current;
      const fresh = old && state !== 'failed' && performance.now() - old.at < PASS_MS ? old : start();
      try {
        return await fresh.pass;
      } finally {
        // A pass can be used once; the next call starts another.
        if (job.current === fresh) job.current = null;
      }
    },
  };
}
