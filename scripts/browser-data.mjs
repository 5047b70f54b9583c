// Finds what the promised browsers (.browserslistrc) lack of JavaScript and the web, from MDN's compatibility data.
import bcd from '@mdn/browser-compat-data/forLegacyNode';
import browserslist from 'browserslist';

/** The key of the support data in the compatibility data. */
export const COMPAT = '__compat';

/** The browsers of the compatibility data that each promised one stands for. */
const STANDS_FOR = {
  chrome: ['chrome', 'chrome_android', 'webview_android'],
  edge: ['edge'],
  firefox: ['firefox', 'firefox_android'],
  ios_saf: ['safari_ios'],
  safari: ['safari'],
  samsung: ['samsunginternet_android'],
};

/** Compares versions such as '16.4' and '16'. */
function compare(a, b) {
  const [left, right] = [a, b].map((version) => version.replace('≤', '').split('.').map(Number));
  for (let i = 0; i < 3; i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The oldest promised version of each browser of the compatibility data. */
function oldestVersions() {
  const oldest = new Map();
  for (const entry of browserslist()) {
    const [name, versions] = entry.split(' ');
    const [version] = versions.split('-');
    for (const id of STANDS_FOR[name] ?? [])
      if (!oldest.has(id) || compare(version, oldest.get(id)) < 0) oldest.set(id, version);
  }
  if (oldest.size !== Object.values(STANDS_FOR).flat().length)
    throw new Error('.browserslistrc must name each browser of STANDS_FOR');
  return oldest;
}
const OLDEST = oldestVersions();

/** Returns the promised browsers that lack a feature, as 'safari 16.0'. */
export function lacking(compat) {
  const has = (id, version) =>
    [compat.support[id] ?? []]
      .flat()
      .some(
        (since) =>
          typeof since.version_added === 'string' &&
          since.version_added !== 'preview' &&
          !since.flags &&
          !since.prefix &&
          !since.alternative_name &&
          compare(since.version_added, version) <= 0 &&
          !(typeof since.version_removed === 'string' && compare(since.version_removed, version) <= 0),
      );
  return [...OLDEST].filter(([id, version]) => !has(id, version)).map(([id, version]) => `${id} ${version}`);
}
const memoLacking = new Map();
/** As `lacking`, for a path of the compatibility data; empty for an unknown path. */
export function lackingAt(...keys) {
  const name = keys.join('.');
  if (!memoLacking.has(name)) {
    let at = bcd;
    for (const key of keys) at = Object.hasOwn(at ?? {}, key) ? at[key] : undefined;
    memoLacking.set(name, at?.[COMPAT] ? lacking(at[COMPAT]) : []);
  }
  return memoLacking.get(name);
}

/**
 * For each global object or interface: the browsers that lack it, and maps of its members and its static members to
 * the browsers that lack those. JavaScript's own objects do not separate them: their members are in both maps.
 */
export const INTERFACES = new Map();
/** The members of all interfaces that every promised browser has, by name: Map of name to lists of `{ owner, lacks }`. */
export const MEMBERS = new Map();
for (const group of [bcd.api, bcd.javascript.builtins])
  for (const [owner, features] of Object.entries(group)) {
    if (!features[COMPAT]) continue;
    const members = new Map();
    const statics = new Map();
    for (const [key, feature] of Object.entries(features)) {
      const isStatic = key.endsWith('_static');
      const member = key.replace(/_static$/, '');
      if (key === COMPAT || !feature[COMPAT] || member.includes('_')) continue;
      if (!isStatic) members.set(member, lacking(feature[COMPAT]));
      if (isStatic || group !== bcd.api) statics.set(member, lacking(feature[COMPAT]));
    }
    const lacks = lacking(features[COMPAT]);
    INTERFACES.set(owner, { lacks, members, statics });
    // A missing interface has no objects, except by its name or a member that leads to it.
    if (lacks.length > 0) continue;
    for (const [member, without] of members)
      MEMBERS.set(member, [...(MEMBERS.get(member) ?? []), { owner, lacks: without }]);
  }
