// Japan's time: every time at the desk is told in it, whatever the browser's zone.
import { epochToWall } from '@kippu/domain/service-day';
import { useEffect, useState } from 'react';
import css from './shell.module.css';
import { text, useSay } from './texts.ts';

const WORDS = { tokyo: text('日本時間', 'Japan time') };
const MINUTE_MS = 60_000;

/** Now, epoch milliseconds, to the minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE_MS - (now % MINUTE_MS));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

export function TokyoClock() {
  const say = useSay();
  const now = useNow();
  return (
    <p className={css['clock']}>
      {say(WORDS.tokyo)} <time>{epochToWall(now).slice(11, 16)}</time>
    </p>
  );
}
