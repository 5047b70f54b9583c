// The captcha as the traveller meets it: the picture, its sound, and the answer.
import { RotateCw, Volume2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import css from './captcha-field.module.css';
import type { CaptchaState } from './use-captcha.ts';

/** Shows nothing while no captcha is asked for; takes the focus when it appears or its answer was wrong. */
export function CaptchaField({ captcha }: { readonly captcha: CaptchaState }) {
  const { account: words } = useMessages();
  const ref = useRef<HTMLDivElement>(null);
  const { asked, picture, problem } = captcha;
  const captchaId = picture?.captchaId;
  useEffect(() => {
    if (asked && (problem ?? captchaId)) ref.current?.querySelector('input')?.focus();
  }, [asked, problem, captchaId]);
  if (!asked) return null;
  return (
    <div ref={ref} className={css['captcha']}>
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
    </div>
  );
}
