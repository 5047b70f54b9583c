// What the forms of the transfer screen have in common: the fields, and which of them a refusal concerns.
import { CallError } from '@kippu/client/call-error';

export interface Typed extends Readonly<Record<string, string>> {
  readonly email: string;
  readonly emailRepeat: string;
  readonly password: string;
}

const FIELD_OF: Readonly<Record<string, keyof Typed & string>> = {
  'TKT-0014': 'email',
  'TKT-0015': 'email',
  'TKT-0016': 'emailRepeat',
  AccountOrPwdError: 'password',
};

/** Returns the field that a refusal concerns. Other refusals are shown above the button. */
export const fieldOf = (error: unknown): (keyof Typed & string) | undefined =>
  error instanceof CallError ? FIELD_OF[error.code] : undefined;
