// A screen whose file is fetched when it is needed. Not React's own lazy: that shows the gap for 300 ms at least, and a
// traveller whose phone has the file already should see the screen at once.
import { PAGE_LOAD_DELAY_MS, PAGE_LOAD_TIMEOUT_MS } from '@kippu/contract/limits';
import { useEffect, useState, type ComponentType } from 'react';
import { useMessages } from '../i18n/messages.ts';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import css from './late-screen.module.css';
import { loadAnew } from './load-anew.ts';

export interface LateScreen {
  readonly screen: ComponentType;
  /** Fetches the file, so that the screen is there when it is shown; rejects when it did not come, twice, in time. */
  readonly load: () => Promise<unknown>;
}

class NotInTime extends Error {}

/** Fails when the file of a screen takes longer than PAGE_LOAD_TIMEOUT_MS: it may never come. */
function inTime<T>(file: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new NotInTime('the screen did not come in time')),
      PAGE_LOAD_TIMEOUT_MS,
    );
    file.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Takes what fetches a screen's file; gives the screen to show in its place. The file is waited for once more when it did
 * not come; after that the page is loaded anew, by itself when the file was refused or lost (a bad line, a new release).
 */
export function lateScreen(file: () => Promise<ComponentType>): LateScreen {
  let here: ComponentType | undefined;
  let coming: Promise<ComponentType> | undefined;
  const load = () =>
    (coming ??= inTime(file())
      .catch(() => inTime(file()))
      .then((screen) => (here = screen))
      .finally(() => {
        coming = undefined;
      }));
  function Late() {
    const [Shown, setShown] = useState(() => here);
    const [failed, setFailed] = useState<{ readonly error: unknown }>();
    useEffect(() => {
      if (Shown) return;
      let wanted = true;
      load().then(
        (screen) => {
          if (wanted) setShown(() => screen);
        },
        (error: unknown) => {
          // The page is loaded anew at this very address, where nothing was done yet.
          if (wanted && (error instanceof NotInTime || !loadAnew())) setFailed({ error });
        },
      );
      return () => {
        wanted = false;
      };
    }, [Shown]);
    if (failed) throw failed.error;
    return Shown ? <Shown /> : <ScreenComing />;
  }
  return { screen: Late, load };
}

/** The time before a screen's file is here: its shape, and after PAGE_LOAD_DELAY_MS a word. */
export function ScreenComing() {
  const { common } = useMessages();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PAGE_LOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={css['coming']}>
      <Skeleton heights={[32, 200, 96]} />
      {late && <NoticeBox tone="warn">{common.failedTitle}</NoticeBox>}
    </div>
  );
}
