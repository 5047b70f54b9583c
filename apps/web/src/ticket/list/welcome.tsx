// The first screen for visitors: whose app it is, how it goes, and how to sign in or register. It loads after the first screen's frame.
import { pageSettings } from '@kippu/client/page-settings';
import { Mark } from '@kippu/ui/mark';
import { appName } from '@kippu/words/railway';
import { Suspense } from 'react';
import { LanguagePicker } from '../../account/settings/language-picker.tsx';
import { lastEmail } from '../../app/session/last-email.ts';
import { lapsed } from '../../app/session/session.ts';
import { useFirstMessages, useLanguage } from '../../i18n/messages.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { TonedPaper } from '../../ui/layout/toned-paper.tsx';
import { AddPicture, GatePicture, ShowPicture, UsePicture } from './how-it-goes.tsx';
import css from './welcome.module.css';
import { laterPart } from '../../ui/states/later-part.ts';

const SavedCodesLink = laterPart(
  async () => (await import('../show-code/saved-codes-link.tsx')).SavedCodesLink,
);

export function Welcome() {
  const { ticket: words } = useFirstMessages();
  const { mark, tagline, hasGates } = pageSettings();
  const language = useLanguage();
  const known = lastEmail() !== '';
  const steps = [
    { Picture: AddPicture, text: words.addTicket },
    { Picture: UsePicture, text: words.howUse },
    hasGates ? { Picture: GatePicture, text: words.howGate } : { Picture: ShowPicture, text: words.verify },
  ];
  const ways = [
    <ButtonLink key="signUp" to="signUp" params={{}} kind={known ? 'outline' : 'primary'}>
      {words.signUp}
    </ButtonLink>,
    <ButtonLink key="login" to="login" params={{}} kind={known ? 'primary' : 'outline'}>
      {words.login}
    </ButtonLink>,
  ];
  return (
    <>
      <div className={css['language']}>
        {/* Its texts load after those of the first screen. */}
        <Suspense>
          <LanguagePicker />
        </Suspense>
      </div>
      <TonedPaper tone="hero">
        <p className={css['name']}>
          <span>{appName()}</span>
          <Mark of={mark} className={css['mark']} />
        </p>
        <h2 className={css['title']}>{tagline[language]}</h2>
      </TonedPaper>
      {lapsed.get() !== '' && (
        <Suspense>
          <SavedCodesLink />
        </Suspense>
      )}
      <section className={css['how']}>
        <h2 className={css['heading']}>{words.welcomeText}</h2>
        <ol className={css['steps']}>
          {steps.map(({ Picture, text }) => (
            <li key={text} className={css['step']}>
              <Picture />
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </section>
      <div className={css['ways']}>{known ? ways.toReversed() : ways}</div>
    </>
  );
}
