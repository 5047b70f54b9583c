// The railway's time. The desk shows all times in it, whatever the browser's time zone.
import { epochToWall } from '@kippu/domain/time/service-day';
import { useEffect, useState } from 'react';
import css from './railway-clock.module.css';
import { zoneName } from '@kippu/words/railway';
import { useLanguage } from './texts.ts';

const MINUTE_MS = 60_000;

/** The current time in epoch milliseconds, updated each minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE_MS - (now % MINUTE_MS));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

export function RailwayClock() {
  const zone = zoneName(useLanguage());
  const now = useNow();
  return (
    <p className={css['clock']}>
      {zone} <time>{epochToWall(now).slice(11, 16)}</time>
    </p>
  );
}
