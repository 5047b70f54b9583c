// The exchange counter of this device. It is set once and saved on the device.
import { useState } from 'react';

const KEPT = 'kippu-desk.counter';

function read(): string {
  try {
    return localStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}

/** Returns the counter's id ('' for none) and a function to set it. */
export function useKeptCounter(): readonly [string, (counterId: string) => void] {
  const [counterId, setCounterId] = useState(read);
  const keep = (next: string) => {
    setCounterId(next);
    try {
      localStorage.setItem(KEPT, next);
    } catch (error) {
      console.warn('the counter is not kept', error);
    }
  };
  return [counterId, keep];
}
