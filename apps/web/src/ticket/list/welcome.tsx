// The first screen for visitors: what the app does, and how to sign in or register.
import { pageSettings } from '@kippu/client/page-settings';
import { Mark } from '@kippu/ui/mark';
import { useFirstMessages, useLanguage } from '../../i18n/messages.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Paper } from '../../ui/layout/paper.tsx';
import css from './welcome.module.css';

export function Welcome() {
  const { ticket: words } = useFirstMessages();
  const { mark, tagline } = pageSettings();
  const language = useLanguage();
  return (
    <>
      <Paper
        tone="hero"
        stub={
          <p className={css['mark']}>
            <Mark of={mark} />
          </p>
        }
      >
        <h2 className={css['title']}>{tagline[language]}</h2>
        <p className={css['text']}>{words.welcomeText}</p>
      </Paper>
      <div className={css['ways']}>
        <ButtonLink to="login" params={{}}>
          {words.login}
        </ButtonLink>
        <ButtonLink to="signUp" params={{}} kind="outline">
          {words.signUp}
        </ButtonLink>
      </div>
    </>
  );
}
