// A late certificate. Its holder prints or shares it. Others check it without an account.
import type { Language } from '@kippu/contract/languages';
import type { LateCertificate } from '@kippu/contract/calls/traveller/late';
import { loadLateCertificate } from '@kippu/contract/routes/traveller/late';
import { readCheckCode } from '@kippu/domain/live/late-run';
import { theRules } from '@kippu/domain/rules';
import { useQuery } from '@tanstack/react-query';
import { loadMessages } from '@kippu/words/load-messages';
import { Printer, Share } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@kippu/ui/button';
import { SelectField } from '@kippu/ui/field';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { LanguageOptions } from '../account/settings/language-picker.tsx';
import { useErrorText } from '../app/errors/error-text.ts';
import { useRead } from '../app/query/queries.ts';
import { linkTo } from '../app/router/link-to.ts';
import { useParams } from '../app/router/router.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Screen } from '../ui/layout/screen.tsx';
import { NotFoundScreen } from '../ui/states/incomplete-screen.tsx';
import { Loaded } from '../ui/states/load-state.tsx';
import { CertificatePaper } from './certificate-paper.tsx';
import css from './certificate.module.css';
import printed from '../ui/layout/printed-sheet.module.css';

export function CertificateScreen() {
  const { late: words } = useMessages();
  const code = readCheckCode(useParams('lateTrain').code ?? '');
  if (!theRules().lateCertificate) return <NotFoundScreen />;
  if (code) return <Shown code={code} />;
  return (
    <Screen title={words.one} leave="back">
      <NoticeBox
        tone="danger"
        title={words.goneTitle}
        action={
          <ButtonLink kind="outline" to="late" params={{}} replace>
            {words.toList}
          </ButtonLink>
        }
      >
        {words.goneText}
      </NoticeBox>
    </Screen>
  );
}

/** The address at which anybody can check a certificate. */
const addressOfCode = (code: string): string => `${location.origin}/${linkTo('lateTrain', { code })}`;

function Shown({ code }: { readonly code: string }) {
  const { late: words } = useMessages();
  const certificate = useRead(loadLateCertificate, { code });
  const [language, setLanguage] = useState<Language>(useLanguage());
  const address = addressOfCode(code);
  return (
    <Screen
      title={words.one}
      leave="back"
      dock={certificate.data && <Acts address={address} title={words.one} />}
    >
      <Loaded query={certificate} skeleton={[72, 520]}>
        {(data) => (
          <>
            <div className={`${printed['screenOnly']} ${css['controls']}`}>
              <NoticeBox tone="ok" title={words.genuine(data.railway)}>
                {words.genuineText(location.host)}
              </NoticeBox>
              <SelectField
                label={words.language}
                value={language}
                onChange={(event) => setLanguage(event.target.value)}
              >
                <LanguageOptions />
              </SelectField>
            </div>
            <InLanguage certificate={data} language={language} address={address} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function InLanguage(shown: {
  readonly certificate: LateCertificate;
  readonly language: Language;
  readonly address: string;
}) {
  const { language } = shown;
  const words = useQuery({
    queryKey: ['words', language],
    queryFn: () => loadMessages(language),
    staleTime: Infinity,
  });
  return (
    <Loaded query={words} skeleton={[520]}>
      {(messages) => <CertificatePaper {...shown} messages={messages} />}
    </Loaded>
  );
}

function Acts({ address, title }: { readonly address: string; readonly title: string }) {
  const { late: words, ticket } = useMessages();
  const errorText = useErrorText();
  const canShare = 'share' in navigator;
  // Closing the phone's share sheet rejects the promise. This is not an error.
  const share = () => navigator.share({ title, url: address }).catch(() => undefined);
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast(ticket.copied),
      (error: unknown) => toast(errorText(error)),
    );
  return (
    <div className={css['acts']}>
      <Button icon={Printer} onClick={() => window.print()}>
        {words.print}
      </Button>
      <Button kind="outline" icon={Share} onClick={() => void (canShare ? share() : copy())}>
        {words.share}
      </Button>
    </div>
  );
}
