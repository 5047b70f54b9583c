// What a missing permission is called. Loaded when it is shown.
import type { CallError } from '@kippu/client/call-error';
import { bind } from '@kippu/contract/routes/traveller/ticket';
import type { Language } from '@kippu/contract/languages';
import { loadMessages } from '@kippu/words/load-messages';
import { isErrorCode } from '../errors/error-kinds.ts';

/** Returns the text of a refusal with status 403: that of its code, of what was refused, or the general one. */
export async function deniedText({ code, call }: CallError, language: Language): Promise<string> {
  const { errors, client } = await loadMessages(language);
  if (isErrorCode(code, errors)) return errors[code];
  if (code.startsWith('AUTH-')) return client.permissionAllocation;
  return call === bind.name ? client.noAddPermission : errors['SES-0006'];
}
