// Offers notifications about a train once a seat is reserved. Asked once: 'Not now' is remembered on the phone.
import { Bell, BellRing } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Icon } from '@kippu/ui/icon';
import css from './push.module.css';
import { declinePush, pushMemory } from './phone-push.ts';
import { PushProblem } from './push-problem.tsx';
import { FIRST_CHOICE, usePush } from './use-push.ts';

/** Renders nothing where the traveller has answered before, or the browser cannot. */
export function PushCard() {
  const { push: words } = useMessages();
  const push = usePush();
  const { declined } = useSyncExternalStore(pushMemory.subscribe, pushMemory.get);
  const [pressed, setPressed] = useState<'asked' | 'on'>();
  const turnOn = async () => {
    setPressed('asked');
    if (await push.turnOn(FIRST_CHOICE)) setPressed('on');
  };
  const decline = () => {
    declinePush();
    toast(words.notNowDone);
  };
  const { status } = push;
  if (pressed === 'on')
    return (
      <NoticeBox
        tone="ok"
        action={
          <ButtonLink to="push" params={{}} kind="text">
            {words.toSettings}
          </ButtonLink>
        }
      >
        {words.cardOn}
      </NoticeBox>
    );
  if (pressed && status === 'denied')
    return (
      <NoticeBox tone="warn" title={words.deniedTitle}>
        {words.denied}
      </NoticeBox>
    );
  const offers = status === 'off' || status === 'ended' || status === 'install';
  if (declined || !offers) return null;
  return (
    <section className={css['card']} aria-labelledby="push-card">
      <div className={css['top']}>
        <Icon of={status === 'install' ? Bell : BellRing} />
        <div>
          <h2 id="push-card" className={css['title']}>
            {words.cardTitle}
          </h2>
          <p className={css['text']}>{status === 'install' ? words.install : words.cardText}</p>
        </div>
      </div>
      {pressed && !push.isBusy && !push.phoneError && !push.save.error && (
        <NoticeBox tone="warn">{words.notAllowed}</NoticeBox>
      )}
      <PushProblem push={push} again={() => void turnOn()} />
      <div className={css['actions']}>
        {status !== 'install' && (
          <Button kind="outline" busy={push.isBusy} onClick={() => void turnOn()}>
            {words.cardYes}
          </Button>
        )}
        <Button kind="text" onClick={decline}>
          {words.notNow}
        </Button>
      </div>
    </section>
  );
}
