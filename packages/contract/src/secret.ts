// The content of an encrypted password: valid once, for one call, and as long as the ticket that came with the public
// key.

/** The first character of the newer form. It is not printable, so no password begins with it. */
export const SECRET_MARK = '\u0001';

interface Secret {
  /** The name of the call that the password is for. */
  readonly purpose: string;
  /** Random, so that no two are equal. */
  readonly nonce: string;
  /** From the answer of `publicKey`. */
  readonly ticket: string;
  readonly password: string;
}

/** Builds the text that is encrypted. */
export const secretText = ({ purpose, nonce, ticket, password }: Secret): string =>
  SECRET_MARK + JSON.stringify([purpose, nonce, ticket, password]);
