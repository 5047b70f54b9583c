// Whether messages are pushed to this phone, and the acts that change it.
import { readPush, savePush, stopPush } from '@kippu/contract/routes/traveller/push';
import type { DataOf } from '@kippu/contract/route-types';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { queryClient, queryKey, useRead, useWrite } from '../app/query/queries.ts';
import { getSession } from '../app/session/session.ts';
import {
  endPushOnPhone,
  NoSubscriptionError,
  phoneSubscription,
  pushBody,
  pushMemory,
  pushSupport,
  rememberSaved,
  subscribePhone,
  type PushBody,
  type PushChoice,
} from './phone-push.ts';

/** What a traveller gets who has chosen nothing yet: what the button that switches it on names. */
export const FIRST_CHOICE: PushChoice = { topics: ['departure', 'change'], quiet: null };

/**
 * `install` and `none`: the browser cannot (`pushSupport`). `denied`: the traveller has forbidden it in the browser. `ended`: it was on, and the browser or
 * the server has ended it. `asking`: not known yet.
 */
export type PushStatus = 'asking' | 'install' | 'none' | 'denied' | 'off' | 'ended' | 'on';

const isForbidden = (): boolean => pushSupport() === 'full' && Notification.permission === 'denied';

/** Whether the browser has a subscription, and may show messages. Read again when the page comes to the front, after a change in the phone's settings. */
function usePhone() {
  const [isSubscribed, setSubscribed] = useState<boolean>();
  const [isDenied, setDenied] = useState(isForbidden);
  const look = useCallback(
    () =>
      phoneSubscription()
        .catch(() => null)
        .then((subscription) => {
          setDenied(isForbidden());
          setSubscribed(subscription !== null);
        }),
    [],
  );
  useEffect(() => {
    void look();
    const onFront = () => {
      if (document.visibilityState === 'visible') void look();
    };
    document.addEventListener('visibilitychange', onFront);
    return () => document.removeEventListener('visibilitychange', onFront);
  }, [look]);
  return { isSubscribed, isDenied, look };
}

/** What is known of it. */
function useKnown() {
  const support = pushSupport();
  const { isSubscribed, isDenied, look } = usePhone();
  const memory = useSyncExternalStore(pushMemory.subscribe, pushMemory.get);
  const read = useRead(readPush, {}, { enabled: support === 'full' });
  const isOn = read.data?.on !== null && isSubscribed === true && !isDenied;
  const wasOn = read.data?.on !== null || memory.saved?.account === getSession()?.member.email;
  const status: PushStatus =
    support !== 'full'
      ? support
      : isDenied
        ? 'denied'
        : !read.data || isSubscribed === undefined
          ? 'asking'
          : isOn
            ? 'on'
            : wasOn
              ? 'ended'
              : 'off';
  return { status, read, choice: read.data?.on ?? null, look };
}

/** Whether it is on, and what was chosen, for who changes nothing. */
export function usePushState(): { readonly status: PushStatus; readonly choice: PushChoice | null } {
  const { status, choice } = useKnown();
  return { status, choice };
}

export function usePush() {
  const { look, ...known } = useKnown();
  const { read } = known;
  const [isBusy, setBusy] = useState(false);
  /** Why the browser did not subscribe. */
  const [phoneError, setPhoneError] = useState<NoSubscriptionError>();
  const keep = (data: DataOf<typeof readPush>) => queryClient.setQueryData(queryKey(readPush), data);
  const save = useWrite(savePush, { onSuccess: keep });
  const stop = useWrite(stopPush, { onSuccess: keep });

  const keepSaved = ({ endpoint, language }: PushBody, choice: PushChoice) => {
    const account = getSession()?.member.email;
    rememberSaved(account === undefined ? null : { ...choice, account, endpoint, language });
  };
  /** Saves a choice, and subscribes the phone if it is not. Call it from a press: the browser then asks the traveller. Resolves to whether it is on. */
  const turnOn = async (choice: PushChoice): Promise<boolean> => {
    const publicKey = read.data?.publicKey;
    if (publicKey === undefined) return false;
    setBusy(true);
    setPhoneError(undefined);
    try {
      const answer = await Notification.requestPermission();
      if (answer !== 'granted') return false;
      const body = await pushBody(await subscribePhone(publicKey), publicKey, choice);
      await save.mutateAsync({ body });
      keepSaved(body, choice);
      return true;
    } catch (error) {
      // `save.error` has all others.
      if (error instanceof NoSubscriptionError) {
        console.warn(error);
        setPhoneError(error);
      }
      return false;
    } finally {
      await look();
      setBusy(false);
    }
  };
  /** Ends it at the server first: only then the traveller gets nothing for certain. Resolves to whether it is off. */
  const turnOff = async (): Promise<boolean> => {
    setBusy(true);
    try {
      await stop.mutateAsync({});
      await endPushOnPhone();
      return true;
    } catch {
      // `stop.error` says why.
      return false;
    } finally {
      await look();
      setBusy(false);
    }
  };
  return { ...known, isBusy, phoneError, save, stop, turnOn, turnOff };
}
export type Push = ReturnType<typeof usePush>;
