// A screen whose file is loaded on demand. React's own lazy shows the fallback for at least 300 ms; this one shows
// the screen at once if the file is already on the phone.
import { PAGE_LOAD_DELAY_MS, PAGE_LOAD_TIMEOUT_MS } from '@kippu/contract/limits';
import { useEffect, useState, type ComponentType } from 'react';
import { useFirstMessages } from '../../i18n/messages.ts';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import css from './lazy-screen.module.css';
import { reloadPage, requireStyles } from '@kippu/client/reload-page';

export interface LazyScreen {
  readonly screen: ComponentType;
  /** Loads the screen's file. Rejects when the file failed or timed out twice, or when a style sheet failed to load. */
  readonly load: () => Promise<unknown>;
}

class NotInTime extends Error {}

/** Rejects when the file takes longer than `ms`. */
function inTime<T>(file: Promise<T>, ms = PAGE_LOAD_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NotInTime('the screen did not come in time')), ms);
    file.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Makes a screen from `file`, which imports its component. A failed file is requested once more; some browsers then
 * fetch it again, others keep the failure. If that fails too, or a style sheet failed to load, the page reloads by
 * itself. After a second timeout the traveller decides whether to reload.
 */
export function lazyScreen(file: () => Promise<ComponentType>): LazyScreen {
  let here: ComponentType | undefined;
  let coming: Promise<ComponentType> | undefined;
  const load = () =>
    (coming ??= inTime(file())
      .catch(() => inTime(file(), PAGE_LOAD_DELAY_MS - PAGE_LOAD_TIMEOUT_MS))
      .then((screen) => {
        requireStyles();
        return (here = screen);
      })
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
          // The reload keeps the address, and nothing was done on this screen yet.
          if (wanted && (error instanceof NotInTime || !reloadPage())) setFailed({ error });
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

/** The placeholder until the screen's file is loaded: a skeleton, and a message after PAGE_LOAD_TIMEOUT_MS. After PAGE_LOAD_DELAY_MS loading has failed. */
export function ScreenComing() {
  const { common } = useFirstMessages();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PAGE_LOAD_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={css['coming']}>
      <Skeleton heights={[32, 200, 96]} />
      {late && <NoticeBox tone="warn">{common.slow}</NoticeBox>}
    </div>
  );
}
