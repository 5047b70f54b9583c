// Messages to this phone: on or off, what they are about, and the hours without them.
import { BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { Screen } from '../ui/layout/screen.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Loaded } from '../ui/states/load-state.tsx';
import { PushChoiceForm } from './push-choice.tsx';
import { PushProblem } from './push-problem.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { FIRST_CHOICE, usePush, type Push, type PushStatus } from './use-push.ts';

export function PushScreen() {
  const { push: words } = useMessages();
  const push = usePush();
  const { status } = push;
  return (
    <Screen title={words.title} leave="back">
      {status === 'install' || status === 'none' ? (
        <EmptyState icon={BellOff} title={words.noneTitle}>
          {words[status]}
        </EmptyState>
      ) : status === 'denied' ? (
        <NoticeBox tone="warn" title={words.deniedTitle}>
          {words.denied}
        </NoticeBox>
      ) : (
        <Loaded query={push.read} skeleton={[64, 220, 52]}>
          {({ on }) =>
            status === 'asking' ? (
              <Skeleton heights={[64, 220, 52]} />
            ) : status === 'on' && on ? (
              <PushChoiceForm key={JSON.stringify(on)} push={push} choice={on} />
            ) : (
              <Off push={push} status={status} />
            )
          }
        </Loaded>
      )}
    </Screen>
  );
}

function Off({ push, status }: { readonly push: Push; readonly status: PushStatus }) {
  const { push: words } = useMessages();
  const [refused, setRefused] = useState(false);
  const turnOn = async () => {
    // What was chosen before it ended still counts.
    const isOn = await push.turnOn(push.choice ?? FIRST_CHOICE);
    setRefused(!isOn);
    if (isOn) toast(words.turnedOn);
  };
  return (
    <EmptyState
      icon={BellRing}
      title={status === 'ended' ? undefined : words.offTitle}
      action={
        <>
          {refused && !push.isBusy && !push.phoneError && !push.save.error && (
            <NoticeBox tone="warn">{words.notAllowed}</NoticeBox>
          )}
          <PushProblem push={push} again={() => void turnOn()} />
          <Button busy={push.isBusy} onClick={() => void turnOn()}>
            {words.turnOn}
          </Button>
        </>
      }
    >
      {status === 'ended' ? words.ended : words.cardText}
    </EmptyState>
  );
}
