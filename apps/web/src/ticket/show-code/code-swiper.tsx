// Several travellers' codes side by side: swiped, or turned with the arrow keys and two buttons.
import { Check, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { PassageNews } from '@kippu/contract/passage-stream';
import { useMessages } from '../../i18n/messages.ts';
import { IconButton } from '@kippu/ui/button';
import { Icon } from '@kippu/ui/icon';
import css from './code-swiper.module.css';

interface Swiped {
  readonly id: string;
  /** The traveller and product: read aloud, and shown above. */
  readonly label: string;
  /** The direction in which it has just passed a gate. */
  readonly passed: PassageNews['direction'] | null;
}

/** The track counts as at rest this long after its last movement. */
const RESTS_AFTER_MS = 90;

/** The events that move the track by hand. */
const TAKE_OVER_EVENTS = ['pointerdown', 'wheel'] as const;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

export function CodeSwiper({
  items,
  at,
  onTurn,
  children,
}: {
  readonly items: readonly Swiped[];
  readonly at: number;
  readonly onTurn: (index: number) => void;
  /** Draws the code at the index; `present` is true for the visible one only. */
  readonly children: (index: number, present: boolean) => ReactNode;
}) {
  const { code: words } = useMessages();
  const box = useRef<HTMLDivElement>(null);
  /** The last known index of the track; null before the first layout. */
  const lies = useRef<number | null>(null);
  /** The target of a running animation; null once a hand moves the track. */
  const glidesTo = useRef<number | null>(null);
  const laid = useRef(items.length);
  const { length } = items;
  const last = length - 1;
  useLayoutEffect(() => {
    const track = box.current;
    if (!track || lies.current === at) return;
    // Only a turn is animated, not the first layout or added codes.
    const glides = lies.current !== null && laid.current === length;
    const still = !glides || matchMedia('(prefers-reduced-motion: reduce)').matches;
    glidesTo.current = still ? null : at;
    track.scrollTo({ left: at * track.clientWidth, behavior: still ? 'instant' : 'smooth' });
    [lies.current, laid.current] = [at, length];
  }, [at, length]);
  useEffect(() => {
    const track = box.current;
    if (!track) return;
    let timer: ReturnType<typeof setTimeout>;
    // Safari before 26.2 has no `scrollend` event.
    const hasScrollEnd = 'onscrollend' in window;
    const rested = () => {
      const target = glidesTo.current;
      glidesTo.current = null;
      const index = target ?? Math.round(track.scrollLeft / track.clientWidth);
      lies.current = index;
      // If an animation is interrupted the track may stop between two codes, and a gate cannot read half a code. A
      // finger that only pauses is ignored where the browser supports `scrollend`.
      const left = index * track.clientWidth;
      if ((hasScrollEnd || target !== null) && Math.abs(track.scrollLeft - left) > 0.5)
        track.scrollTo({ left, behavior: 'instant' });
      if (target === null) onTurn(index);
    };
    const takeOver = () => {
      glidesTo.current = null;
    };
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(rested, RESTS_AFTER_MS);
    };
    const [name, onScroll] = hasScrollEnd ? (['scrollend', rested] as const) : (['scroll', moved] as const);
    const listeners = [
      [name, onScroll],
      ...TAKE_OVER_EVENTS.map((event) => [event, takeOver] as const),
    ] as const;
    for (const [event, listener] of listeners) track.addEventListener(event, listener, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const [event, listener] of listeners) track.removeEventListener(event, listener);
    };
  }, [onTurn]);
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      if (isTyping(target) || altKey || ctrlKey || metaKey) return;
      const index = key === 'ArrowRight' ? at + 1 : key === 'ArrowLeft' ? at - 1 : at;
      if (index === at) return;
      // The browser also scrolls the track on these keys, so one key would turn two codes.
      event.preventDefault();
      if (index >= 0 && index <= last) onTurn(index);
    };
    document.addEventListener('keydown', turn);
    return () => document.removeEventListener('keydown', turn);
  }, [at, last, onTurn]);
  const present = items[at];
  return (
    <div className={css['swiper']}>
      <div className={css['bar']}>
        <IconButton
          icon={ChevronLeft}
          label={words.previous}
          aria-disabled={at === 0}
          onClick={() => at > 0 && onTurn(at - 1)}
        />
        <div className={css['place']} role="status">
          <p className={css['count']}>
            {words.place(at + 1, items.length)}
            {present?.passed && (
              <span className={css['passed']}>
                <Icon of={Check} size={16} />
                {words.passed[present.passed]}
              </span>
            )}
          </p>
          <p className={css['who']}>{present?.label}</p>
        </div>
        <IconButton
          icon={ChevronRight}
          label={words.next}
          aria-disabled={at === last}
          onClick={() => at < last && onTurn(at + 1)}
        />
      </div>
      <ol className={css['marks']} aria-hidden="true">
        {items.map(({ id, passed }, index) => (
          <li key={id} className={index === at ? css['here'] : undefined} data-passed={passed ?? undefined}>
            {passed && <Icon of={Check} size={12} />}
          </li>
        ))}
      </ol>
      <div className={css['track']} ref={box}>
        {items.map(({ id, label }, index) => (
          <section
            key={id}
            className={css['slide']}
            aria-label={`${words.place(index + 1, items.length)}, ${label}`}
            inert={index !== at}
            // A sheet may have no focusable element. This makes its text reachable by keyboard.
            tabIndex={index === at ? 0 : undefined}
          >
            {children(index, index === at)}
          </section>
        ))}
      </div>
    </div>
  );
}
