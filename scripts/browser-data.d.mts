type Lacking = ReadonlyMap<string, readonly string[]>;
/** The key of the support data in MDN's compatibility data. */
export const COMPAT = '__compat';
/** Returns the promised browsers that lack a feature, as 'safari 16.0'. */
export function lacking(compat: object): readonly string[];
/** As `lacking`, for a path of the compatibility data; empty for an unknown path. */
export function lackingAt(...keys: readonly string[]): readonly string[];
/**
 * For each global object or interface: the promised browsers that lack it, each of its members, and each of its
 * static members.
 */
export const INTERFACES: ReadonlyMap<
  string,
  { readonly lacks: readonly string[]; readonly members: Lacking; readonly statics: Lacking }
>;
/** The members of all interfaces that every promised browser has, by name. */
export const MEMBERS: ReadonlyMap<
  string,
  readonly { readonly owner: string; readonly lacks: readonly string[] }[]
>;
