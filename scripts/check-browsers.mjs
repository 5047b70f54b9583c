// Refuses features in the built pages and their bundled libraries that a promised browser (.browserslistrc) lacks:
// calls and globals that would throw, attributes, regular expressions, and CSS that would be dropped. It tests itself
// on planted violations first. Run `node scripts/check-browsers.mjs` after a build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import bcd from '@mdn/browser-compat-data/forLegacyNode';
import postcss from 'postcss';
import { parseAst } from 'vite';
import { COMPAT, INTERFACES, lacking, lackingAt, MEMBERS } from './browser-data.mjs';

const PAGES = ['web', 'gate', 'desk', 'board'];

/**
 * Features that are used anyway, with the reason why their absence does no harm. An unused entry is an error.
 * `polyfilled` in packages/page-build/old-browsers.inline.js; `asked for`: tested by `in` or `typeof`; `ours`: a
 * method of our own or of a library with the name of a web API; `nicer`: visual only.
 */
const ALLOWED = {
  'AbortSignal.any': 'polyfilled',
  '.toReversed()': 'polyfilled',
  '.toSorted()': 'polyfilled',

  '.cancelVideoFrameCallback()': 'asked for by the gate’s camera reader',
  '.requestVideoFrameCallback()': 'asked for by the gate’s camera reader',
  '.startViewTransition()': 'React, for a component that no page uses',
  '.toHex()': 'asked for by @noble/hashes; also a method of @noble/curves',
  'Error.captureStackTrace': 'asked for by csv-parse',
  'Intl.Segmenter': 'asked for: words are kept whole where there is one',
  '.getNotifications()': 'asked for: messages are offered only where a phone can show them',
  '.readText()': 'asked for: without it there is no button to paste',
  '.showNotification()': 'reached by a push alone, which only such a browser gets',
  Notification: 'asked for: messages are offered only where a phone can show them',
  'Notification.requestPermission': 'asked for: messages are offered only where a phone can show them',
  'Navigator.connection': 'asked for by React',
  'Navigator.permissions': 'asked for before a position is looked up unasked',
  'Navigator.share': 'asked for: without it the words are copied',
  'Navigator.wakeLock': 'asked for: without it the screen may go dark',
  'Uint8Array.fromHex': 'asked for by @noble/hashes',
  navigation: 'asked for by React',
  requestIdleCallback: 'asked for: without it Help reads its questions after half a second',
  setImmediate: 'asked for by React',

  '.maximize()': 'that of Intl.Locale, which all of them have',
  '.drop()': 'ours: calls that wait for a login',
  '.try()': 'ours: a PIN is tried',
  '.handle()': 'Workbox',
  '.resize()': 'csv-parse: a method of its own buffer',

  ':-webkit-scrollbar': 'nicer',
  ':-webkit-search-cancel-button': 'nicer',
  'cursor: default': 'nicer: iOS shows no pointer',
  'cursor: pointer': 'nicer',
  'cursor: zoom-in': 'nicer',
  'field-sizing:': 'nicer: a text area keeps its lines, a select the width of its longest name',
  'field-sizing: content': 'nicer',
  'forced-color-adjust:': 'nicer: Safari knows no forced colours',
  'forced-color-adjust: none': 'nicer',
  'grid-template-columns: subgrid': 'nicer: on a phone the desk’s tables have each name above its value',
  'resize:': 'nicer',
  'resize: vertical': 'nicer',
  'scrollbar-width:': 'nicer',
  'scrollbar-width: none': 'nicer',
  'text-spacing-trim:': 'nicer',
  'text-spacing-trim: trim-start': 'nicer',
  'text-wrap:': 'nicer',
  'text-wrap: balance': 'nicer',
  'text-wrap: pretty': 'nicer',
  'word-break: auto-phrase': 'nicer',
};

const ONLY_OBJECTS = {
  navigator: 'Navigator',
  document: 'Document',
  performance: 'Performance',
  crypto: 'Crypto',
  history: 'History',
  screen: 'Screen',
  location: 'Location',
};
const GLOBAL_NAMES = new Set(['window', 'globalThis', 'self']);

/** Calls `found(what, lacks)` for each use in a script of something that a promised browser lacks. */
function judgeScript(code, found) {
  const note = (what, lacks) => lacks.length > 0 && found(what, lacks);
  const declared = new Set();
  const uses = [];
  const nameOf = (member) =>
    member.computed
      ? member.property.type === 'Literal'
        ? member.property.value
        : undefined
      : member.property.name;

  /** Records `owner.member` if the owner is known, otherwise that each interface with such a member lacks it. */
  function judgeMember(node, parent) {
    const member = nameOf(node);
    if (typeof member !== 'string') return;
    const called = parent?.type === 'CallExpression' && parent.callee === node;
    // `x.y?.()` and `x.y?.z` test whether it exists.
    if ((called || (parent?.type === 'MemberExpression' && parent.object === node)) && parent.optional)
      return;
    const base = node.object.type === 'Identifier' ? node.object.name : undefined;
    if (GLOBAL_NAMES.has(base)) {
      if (called || parent?.type === 'NewExpression') uses.push({ global: member });
      return;
    }
    const isObject = Object.hasOwn(ONLY_OBJECTS, base ?? '');
    const owner = isObject ? ONLY_OBJECTS[base] : base;
    const known = INTERFACES.get(owner)?.[isObject ? 'members' : 'statics'];
    if (known) {
      // Reading a missing member returns undefined. Calling it, or accessing a member of it, throws.
      const needed = called || parent?.type === 'NewExpression' || parent?.type === 'MemberExpression';
      if (needed && !declared.has(base)) note(`${owner}.${member}`, known.get(member) ?? []);
      return;
    }
    if (!called) return;
    const owners = MEMBERS.get(member) ?? [];
    if (owners.length > 0 && owners.every(({ lacks }) => lacks.length > 0))
      note(`.${member}()`, owners[0]?.lacks ?? []);
  }

  function judgeElement({ arguments: [tag, props] }) {
    if (tag?.type !== 'Literal' || typeof tag.value !== 'string' || !/^[a-z][a-z0-9]*$/.test(tag.value))
      return;
    if (!Object.hasOwn(bcd.html.elements, tag.value) || props?.type !== 'ObjectExpression') return;
    note(`<${tag.value}>`, lackingAt('html', 'elements', tag.value));
    for (const { key } of props.properties) {
      const attribute = (key?.name ?? key?.value ?? '').toString().toLowerCase();
      note(`<${tag.value} ${attribute}>`, [
        ...lackingAt('html', 'elements', tag.value, attribute),
        ...lackingAt('html', 'global_attributes', attribute),
      ]);
    }
  }

  function judgeExpression({ pattern, flags }) {
    if (/\(\?<[=!]/.test(pattern))
      note(
        'an expression that looks behind',
        lackingAt('javascript', 'regular_expressions', 'lookbehind_assertion'),
      );
    if (/\(\?[ims]*-?[ims]*:/.test(pattern.replaceAll('(?:', '')))
      note('an expression with modifiers', lackingAt('javascript', 'regular_expressions', 'modifier'));
    if (flags.includes('v'))
      note('an expression with the flag v', lackingAt('javascript', 'builtins', 'RegExp', 'unicodeSets'));
  }

  function walk(node, parent) {
    if (Array.isArray(node)) return void node.forEach((each) => walk(each, parent));
    if (!node || typeof node.type !== 'string') return;
    if (node.type === 'VariableDeclarator' || /^(Function|ArrowFunction|Class|Import|Catch)/.test(node.type))
      for (const part of [node.id, node.param, node.local, ...(node.params ?? [])]) declare(part);
    if (node.type === 'MemberExpression') {
      judgeMember(node, parent);
      walk(node.object, node);
      if (node.computed) walk(node.property, node);
      return;
    }
    if (node.type === 'CallExpression') judgeElement(node);
    if (node.type === 'Literal' && node.regex) judgeExpression(node.regex);
    // For a regular expression built from text.
    const text =
      node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.raw : undefined;
    if (typeof text === 'string') judgeExpression({ pattern: text, flags: '' });
    // `typeof X` tests whether it exists.
    if (node.type === 'UnaryExpression' && node.operator === 'typeof' && node.argument.type === 'Identifier')
      return;
    if (node.type === 'Identifier') uses.push({ global: node.name });
    if (node.attributes?.length > 0 && /^(Import|Export)/.test(node.type))
      note('import attributes', ['each of them']);
    for (const key in node)
      if (!(key === 'key' && !node.computed) && node[key] && typeof node[key] === 'object')
        walk(node[key], node);
  }
  function declare(pattern) {
    if (!pattern) return;
    if (pattern.type === 'Identifier') declared.add(pattern.name);
    else if (pattern.type === 'AssignmentPattern') declare(pattern.left);
    else if (pattern.type === 'RestElement') declare(pattern.argument);
    else if (pattern.type === 'ArrayPattern') pattern.elements.forEach(declare);
    else if (pattern.type === 'ObjectPattern')
      for (const { value, argument } of pattern.properties) declare(value ?? argument);
  }
  walk(parseAst(code).body, null);
  for (const { global } of uses) {
    if (declared.has(global)) continue;
    const lacks = INTERFACES.get(global)?.lacks ?? INTERFACES.get('Window')?.members.get(global) ?? [];
    note(global, lacks);
  }
}

/** The functions and units of CSS values: Map of name to the browsers that lack it. */
const CSS_FUNCTIONS = new Map();
(function gather(/** @type {object} */ features) {
  for (const [name, feature] of Object.entries(features)) {
    if (name === COMPAT || typeof feature !== 'object') continue;
    if (feature[COMPAT]) CSS_FUNCTIONS.set(name, lacking(feature[COMPAT]));
    gather(feature);
  }
})(bcd.css.types);

/** Calls `found(what, lacks)` for each part of a style sheet that a promised browser does not support. */
function judgeStyle(code, found) {
  const note = (what, lacks) => lacks.length > 0 && found(what, lacks);
  /** Whether only a browser that supports it reads it. */
  function isAskedFor(node) {
    for (let at = node.parent; at; at = at.parent)
      if (at.type === 'atrule' && at.name === 'supports') return true;
    return false;
  }
  /** Whether the rule has a fallback: an earlier declaration of the same property, or one with a vendor prefix. */
  function hasFallback(declaration) {
    const { prop, value } = declaration;
    const others = declaration.parent.nodes.filter((node) => node.type === 'decl' && node !== declaration);
    if (others.some((node) => node.prop === `-webkit-${prop}`)) return true;
    // A value with a variable is found invalid too late: the earlier declaration is dropped by then.
    if (value.includes('var(')) return false;
    const before = others.filter((node) => node.parent.index(node) < node.parent.index(declaration));
    return before.some((node) => node.prop === prop);
  }
  postcss.parse(code).walk((node) => {
    if (isAskedFor(node)) return;
    if (node.type === 'rule' && !(node.parent?.type === 'atrule' && node.parent.name === 'keyframes')) {
      for (const [, name = ''] of node.selector.matchAll(/::?([a-z-]+)/g))
        note(`:${name}`, lackingAt('css', 'selectors', name));
      if (/(^|[\s,])&|&/.test(node.selector)) note('nesting', lackingAt('css', 'selectors', 'nesting'));
    }
    if (node.type === 'atrule') {
      note(`@${node.name}`, lackingAt('css', 'at-rules', node.name));
      if (node.name === 'media') {
        for (const [, feature = ''] of node.params.matchAll(/\(\s*(?:min-|max-)?([a-z-]+)/g))
          note(`@media (${feature})`, lackingAt('css', 'at-rules', 'media', feature));
        if (/[<>]/.test(node.params))
          note('@media (a < b)', lackingAt('css', 'at-rules', 'media', 'range_syntax'));
      }
    }
    if (node.type !== 'decl' || node.prop.startsWith('--') || hasFallback(node)) return;
    const { prop, value } = node;
    if (!prop.startsWith('-')) note(`${prop}:`, lackingAt('css', 'properties', prop));
    for (const [, name = ''] of value.matchAll(/([a-z-]+)\(/g))
      note(`${name}()`, CSS_FUNCTIONS.get(name) ?? []);
    for (const [word] of value
      .replaceAll(/"[^"]*"|[a-z-]+\([^()]*\)/g, '')
      .matchAll(/(?<![\w#.-])[a-z][a-z-]*/g))
      note(`${prop}: ${word}`, lackingAt('css', 'properties', prop, word));
    for (const [, unit = ''] of value.matchAll(/\d(dv[hwib]|sv[hwib]|lv[hwib])\b/g)) {
      const size = { d: 'dynamic', s: 'small', l: 'large' }[unit[0]];
      note(unit, lackingAt('css', 'types', 'length', `viewport_percentage_units_${size}`));
    }
  });
}

/** Returns all scripts and styles of a built page as `[file, code, judge]`. */
function partsOf(dist) {
  const parts = [];
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(dist, name);
    if (name.endsWith('.js')) parts.push([file, readFileSync(file, 'utf8'), judgeScript]);
    if (name.endsWith('.css')) parts.push([file, readFileSync(file, 'utf8'), judgeStyle]);
    if (name.endsWith('.html'))
      for (const [, code] of readFileSync(file, 'utf8').matchAll(/<script>(.*?)<\/script>/gs))
        parts.push([file, code, judgeScript]);
  }
  return parts;
}

/** Plants violations that must be found, and code that must pass. */
function proveItself() {
  const judge = (judgeOne, code) => {
    const all = [];
    judgeOne(code, (what) => all.push(what));
    return [...new Set(all)].join(', ');
  };
  const plants = [
    [judgeScript, 'AbortSignal.any([a, b])', 'AbortSignal.any'],
    [judgeScript, 'const any = [1].at(0); AbortSignal.timeout(1); Promise.any([any])', ''],
    [judgeScript, 'list.toSorted(); list.sort(); list.with(0, 1)', '.toSorted(), .with()'],
    [judgeScript, 'list.toSorted?.()', ''],
    [judgeScript, 'Response.json(1); new Response().json()', 'Response.json'],
    [
      judgeScript,
      'Object.groupBy(list, key); Promise.withResolvers()',
      'Object.groupBy, Promise.withResolvers',
    ],
    [
      judgeScript,
      'navigator.wakeLock.request("screen"); navigator.wakeLock?.request("screen")',
      'Navigator.wakeLock',
    ],
    [judgeScript, 'requestIdleCallback(run); window.requestIdleCallback(run)', 'requestIdleCallback'],
    [judgeScript, 'const requestIdleCallback = run; requestIdleCallback(run)', ''],
    [judgeScript, 'typeof VideoFrame; new VideoFrame(a)', 'VideoFrame'],
    [
      judgeScript,
      'const URLPattern = 1; new URLPattern(); new CompressionStream("gzip")',
      'CompressionStream',
    ],
    [judgeScript, 'new Intl.Segmenter("ja"); new Intl.PluralRules("ja")', 'Intl.Segmenter'],
    [judgeScript, 'new Set().union(other); Uint8Array.fromBase64(text)', '.union(), Uint8Array.fromBase64'],
    [judgeScript, 'jsx("div", { popover: true, inert: true, title: "" })', '<div popover>'],
    [
      judgeScript,
      '/(?<=a)b/.test(c); /(?<name>a)/v.test(c); /(?:a)/u.test(c)',
      'an expression that looks behind, an expression with the flag v',
    ],
    [judgeScript, 'new RegExp(`(?<!${a})b`)', 'an expression that looks behind'],
    [judgeStyle, '.a:has(.b){color:red}', ':has'],
    [judgeStyle, '@supports selector(:has(a)){.a:has(.b){color:red}}', ''],
    [judgeStyle, '.a{.b{color:red}&:hover{color:red}}', 'nesting'],
    [judgeStyle, '.a{color:color-mix(in srgb,red,blue)}', 'color-mix()'],
    [judgeStyle, '.a{color:red;color:color-mix(in srgb,red,blue)}', ''],
    [judgeStyle, '.a{color:red;color:color-mix(in srgb,var(--a),blue)}', 'color-mix()'],
    [
      judgeStyle,
      '.a{text-wrap:balance;height:100dvh;-webkit-user-select:none;user-select:none}',
      'text-wrap:, text-wrap: balance',
    ],
    [judgeStyle, '@starting-style{.a{color:red}} @media (min-width:1px){.a{color:red}}', '@starting-style'],
  ];
  for (const [judgeOne, code, expected] of plants) {
    const all = judge(judgeOne, code);
    if (all !== expected)
      throw new Error(`check-browsers: planted ${code}, found '${all}' instead of '${expected}'`);
  }
}

proveItself();
const used = new Set();
const problems = new Map();
let files = 0;
for (const page of PAGES) {
  const dist = `apps/${page}/dist`;
  if (!existsSync(dist)) throw new Error(`check-browsers: ${dist} is missing; build the pages first`);
  for (const [file, code, judgeOne] of partsOf(dist)) {
    files += 1;
    judgeOne(code, (what, lacks) => {
      used.add(what);
      if (Object.hasOwn(ALLOWED, what)) return;
      const problem = problems.get(what) ?? { lacks, files: new Set() };
      problem.files.add(file);
      problems.set(what, problem);
    });
  }
}
for (const [what, { lacks, files: where }] of problems)
  console.error(`${what} is missing in ${lacks.join(', ')}: ${[...where].slice(0, 5).join(', ')}`);
const stale = Object.keys(ALLOWED).filter((what) => !used.has(what));
for (const what of stale) console.error(`${what} is allowed, and used no more`);
console.log(`browsers: ${files} files, ${problems.size + stale.length} problems`);
process.exit(problems.size + stale.length > 0 ? 1 : 0);
