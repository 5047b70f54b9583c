// Shows what a missing permission is called, and then opens login. Loaded when it is shown.
import type { CallError } from '@kippu/client/call-error';
import { bind } from '@kippu/contract/routes/traveller/ticket';
import type { Language } from '@kippu/contract/languages';
import { loadMessages } from '@kippu/words/load-messages';
import { toast } from '@kippu/ui/toast';
import { getSettings } from '../storage/settings.ts';
import { isErrorCode } from '../errors/error-kinds.ts';

/** How long the message is shown before login. */
const DENIED_MS = 3_000;

/** Returns the text of a refusal with status 403: that of its code, of what was refused, or the general one. */
export async function deniedText({ code, call }: CallError, language: Language): Promise<string> {
  const { errors, client } = await loadMessages(language);
  if (isErrorCode(code, errors)) return errors[code];
  if (code.startsWith('AUTH-')) return client.permissionAllocation;
  return call === bind.name ? client.noAddPermission : errors['SES-0006'];
}

let showing = false;
/** Shows the refusal over the page, then calls `leave`. Of several refusals at once, the first is shown. */
export function showDenied(error: CallError, leave: () => void): void {
  if (showing) return;
  showing = true;
  deniedText(error, getSettings().language).then(
    (text) => toast(text, DENIED_MS),
    (problem: unknown) => console.warn('words not loaded', problem),
  );
  setTimeout(() => {
    showing = false;
    leave();
  }, DENIED_MS);
}
