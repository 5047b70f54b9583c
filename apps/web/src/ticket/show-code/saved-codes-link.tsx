// Leads to the codes that are still on the phone, where a visitor logs in. Renders nothing if there is none.
import { QrCode } from 'lucide-react';
import { lapsed } from '../../app/session/session.ts';
import { useMessages } from '../../i18n/messages.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useSavedCodes } from './use-saved-codes.ts';

export function SavedCodesLink() {
  const { code: words } = useMessages();
  const codes = useSavedCodes();
  // What is below does not move when the codes are read.
  if (!codes && lapsed.get() !== '') return <Skeleton heights={[52]} />;
  if (!codes?.[0]) return null;
  return (
    <ButtonLink to="login" params={{ view: 'codes' }} icon={QrCode} kind="outline">
      {words.saved.show}
    </ButtonLink>
  );
}
