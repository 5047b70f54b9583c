// Remembers whether this tab has reset a password. The result screen requires it.
import { recall, remember } from '../../app/storage/tab-memory.ts';

const KEY = 'kippu.passwordReset';

export const rememberReset = (): void => remember(KEY, true);
export const wasReset = (): boolean => recall(KEY) === true;
