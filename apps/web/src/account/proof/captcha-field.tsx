// The captcha: the reason for it and the device's own work, or a picture or sound with a field for the answer.
import { Cpu, Image, RotateCw, Volume2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { TextField } from '@kippu/ui/field';
import { NoticeBox } from '@kippu/ui/notice-box';
import css from './captcha-field.module.css';
import type { CaptchaState } from './use-captcha.ts';

interface Props {
  readonly captcha: CaptchaState;
  /** A sentence that explains why a captcha is necessary. */
  readonly why: string;
  /** The label of the button to press again. */
  readonly button: string;
}

/** Renders nothing until a captcha is necessary. Takes the focus when it appears or when its answer was wrong. */
export function CaptchaField({ captcha, why, button }: Props) {
  const { account: words } = useMessages();
  const ref = useRef<HTMLDivElement>(null);
  const { asked, times, method, picture, problem } = captcha;
  const captchaId = picture?.captchaId;
  useEffect(() => {
    if (times > 0) ref.current?.focus();
  }, [times]);
  useEffect(() => {
    if (method === 'picture' && (problem ?? captchaId)) ref.current?.querySelector('input')?.focus();
  }, [method, problem, captchaId]);
  if (!asked) return null;
  return (
    <div ref={ref} tabIndex={-1} className={css['captcha']}>
      <NoticeBox tone="warn" title={words.checkTitle}>
        {why} {method === 'work' ? words.checkByWork(button) : words.checkByPicture(button)}
      </NoticeBox>
      {method === 'work' ? <DeviceWork captcha={captcha} button={button} /> : <Picture captcha={captcha} />}
    </div>
  );
}

function DeviceWork({ captcha, button }: Pick<Props, 'captcha' | 'button'>) {
  const { account: words } = useMessages();
  const { work } = captcha;
  return (
    <>
      <p className={`${css['work']} ${work === 'done' ? css['done'] : ''}`} role="status">
        {work === 'running' && <span className={css['bar']} aria-hidden="true" />}
        <span>
          {work === 'running'
            ? words.checkRunning
            : work === 'done'
              ? words.checkDone(button)
              : words.checkAgain(button)}
        </span>
      </p>
      <div className={css['ways']}>
        <Button kind="text" icon={Image} onClick={() => captcha.choose('picture')}>
          {words.checkPictureInstead}
        </Button>
      </div>
    </>
  );
}

function Picture({ captcha }: Pick<Props, 'captcha'>) {
  const { account: words } = useMessages();
  const { picture, problem } = captcha;
  return (
    <>
      <div className={css['frame']}>
        {picture && <img className={css['picture']} src={picture.image} alt={words.captchaAlt} />}
      </div>
      {picture?.audio && (
        <audio
          className={css['sound']}
          src={picture.audio}
          controls
          autoPlay
          aria-label={words.captchaAudio}
        />
      )}
      <div className={css['ways']}>
        <Button kind="text" icon={RotateCw} busy={captcha.loading} onClick={() => captcha.renew(false)}>
          {words.captchaNew}
        </Button>
        <Button kind="text" icon={Volume2} busy={captcha.loading} onClick={() => captcha.renew(true)}>
          {words.captchaHear}
        </Button>
      </div>
      <TextField
        label={words.captchaLabel}
        hint={picture?.audio ? words.captchaAudio : words.captchaHint}
        error={problem}
        value={captcha.answer}
        onChange={(event) => captcha.type(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={32}
      />
      <div className={css['ways']}>
        <Button kind="text" icon={Cpu} onClick={() => captcha.choose('work')}>
          {words.checkWorkInstead}
        </Button>
      </div>
    </>
  );
}
