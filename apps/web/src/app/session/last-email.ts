// The email of the last account that was signed in on this phone. Login prefills it, and visitors' screens put 'Log in' first.
import { localStore } from '../storage/local-store.ts';

const store = localStore('kippu.lastEmail', (stored) => (typeof stored === 'string' ? stored : ''));

/** Returns the email; '' on a phone that knows no account. */
export const lastEmail = (): string => store.reread();

/** Stores the email of an account that has just signed in. */
export const keepLastEmail = (email: string): void => store.set(email);

/** Forgets the email, after its account was deleted. */
export const forgetLastEmail = (): void => store.set('');
