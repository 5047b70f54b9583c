// The frame of the desk: the side bar with the role's screens and the person signed in, and the bar with clock and language.
import { pageSettings } from '@kippu/client/page-settings';
import { Mark } from '@kippu/ui/mark';
import { appName } from '@kippu/words/railway';
import { CircleCheck, KeyRound, LogOut, Menu, X } from 'lucide-react';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { Staff } from '@kippu/contract/calls/desk/staff';
import { Icon } from '@kippu/ui/icon';
import { IconButton } from '@kippu/ui/button';
import { Empty, Loading } from '../../ui/layout/load-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ToastHost } from '@kippu/ui/toast';
import { Boundary } from '@kippu/ui/boundary';
import { Broken, NotFound } from './broken.tsx';
import { signOut } from '../call/call.ts';
import { useKeptScroll } from '../router/kept-scroll.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { OwnPassword } from './own-password.tsx';
import { mayCall, ROLE_WORDS } from '../session/rights.ts';
import { hrefOf, placeOf, useHash } from '../router/router.ts';
import { SCREENS, type DeskScreen } from './screens.tsx';
import css from './shell.module.css';
import { text, useSay } from '../text/texts.ts';
import { RailwayClock } from '../text/railway-clock.tsx';

const WORDS = {
  desk: text('業務デスク', 'Desk'),
  menu: text('メニュー', 'Menu'),
  close: text('メニューを閉じる', 'Close menu'),
  skip: text('本文へ', 'Skip to content'),
  signOut: text('サインアウト', 'Sign out'),
  password: text('パスワード', 'Password'),
  nothing: text('使える画面がありません', 'There is no screen for your role'),
  start: text('ようこそ', 'Welcome'),
};
const OWN_PASSWORD = 'me';
/** How long a toast stays. */
const TOAST_MS = 4_000;

function Brand() {
  const say = useSay();
  return (
    <p className={css['brand']}>
      <Mark of={pageSettings().mark} /> <b>{appName()}</b> {say(WORDS.desk)}
    </p>
  );
}

function Items({ screens, here }: { readonly screens: readonly DeskScreen[]; readonly here: string }) {
  const say = useSay();
  return (
    <ul className={css['items']}>
      {screens.map(({ name, title, icon }) => (
        <li key={name}>
          <a href={hrefOf(name)} aria-current={name === here ? 'page' : undefined}>
            <Icon of={icon} size={20} />
            {say(title)}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Person({ staff }: { readonly staff: Staff }) {
  const say = useSay();
  return (
    <div className={css['person']}>
      <p className={css['who']}>
        <b>{staff.name}</b>
        <span>{say(ROLE_WORDS[staff.role])}</span>
      </p>
      <a href={`#/${OWN_PASSWORD}`}>
        <Icon of={KeyRound} size={18} />
        {say(WORDS.password)}
      </a>
      <button type="button" onClick={signOut}>
        <Icon of={LogOut} size={18} />
        {say(WORDS.signOut)}
      </button>
    </div>
  );
}

/** The screen at the current address. */
function Content({ screens, hash }: { readonly screens: readonly DeskScreen[]; readonly hash: string }) {
  const say = useSay();
  const { name, rest, query } = placeOf(hash);
  if (name === OWN_PASSWORD) return <OwnPassword />;
  const screen = name === '' ? screens[0] : screens.find((one) => one.name === name);
  if (screen) return <screen.Screen rest={rest} query={query} />;
  if (name !== '') return <NotFound />;
  return (
    <Page title={say(WORDS.start)}>
      <Empty icon={KeyRound} title={say(WORDS.nothing)} />
    </Page>
  );
}

/** The side bar on a narrow screen. As a native dialog it blocks the content under it. */
function Drawer({ children, onClose }: { readonly children: React.ReactNode; readonly onClose: () => void }) {
  const say = useSay();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog?.open) dialog?.showModal();
    // Close before navigating, so that the focus returns to the menu button.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={css['drawer']}
      aria-label={say(WORDS.menu)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        const { target, currentTarget } = event;
        // A click outside, or on a link.
        if (target === currentTarget || (target instanceof Element && target.closest('a'))) onClose();
      }}
    >
      <div className={css['drawerTop']}>
        <Brand />
        <IconButton icon={X} label={say(WORDS.close)} onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
}

/** The frame around all screens: the side bar, the bar above, and the screen at the address. */
export function Shell({ staff }: { readonly staff: Staff }) {
  const say = useSay();
  const hash = useHash();
  const [open, setOpen] = useState(false);
  const screens = SCREENS.filter(({ needs, isUsed }) => mayCall(staff.role, needs) && (isUsed?.() ?? true));
  const { name, rest } = placeOf(hash);
  const here = name === '' ? (screens[0]?.name ?? '') : name;
  const place = [here, ...rest].join('/');
  useKeptScroll(place);
  const nav = (
    <>
      <Items screens={screens} here={here} />
      <Person staff={staff} />
    </>
  );
  return (
    <div className={css['shell']}>
      <button
        type="button"
        className={css['skip']}
        onClick={() => document.querySelector<HTMLElement>('h1')?.focus()}
      >
        {say(WORDS.skip)}
      </button>
      <nav className={css['side']} aria-label={say(WORDS.menu)}>
        <Brand />
        {nav}
      </nav>
      <div className={css['body']}>
        <header className={css['bar']}>
          <span className={css['narrow']}>
            <IconButton icon={Menu} label={say(WORDS.menu)} onClick={() => setOpen(true)} />
          </span>
          <RailwayClock />
          <LanguageSwitch />
        </header>
        <main className={css['main']}>
          <Boundary key={place} broken={<Broken />}>
            <Suspense fallback={<Loading />}>
              <Content screens={screens} hash={hash} />
            </Suspense>
          </Boundary>
        </main>
      </div>
      {open && <Drawer onClose={() => setOpen(false)}>{nav}</Drawer>}
      <ToastHost ms={TOAST_MS} icon={CircleCheck} />
    </div>
  );
}

/** Shown while a new password is required. Nothing else is available. */
export function PasswordShell({ staff }: { readonly staff: Staff }) {
  return (
    <div className={css['shell']}>
      <nav className={css['side']}>
        <Brand />
        <Person staff={staff} />
      </nav>
      <div className={css['body']}>
        <header className={css['bar']}>
          <LanguageSwitch />
        </header>
        <main className={css['main']}>
          <OwnPassword />
        </main>
      </div>
      <ToastHost ms={TOAST_MS} icon={CircleCheck} />
    </div>
  );
}
