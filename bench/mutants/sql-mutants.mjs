// Small faults in the SQL of a file, which Stryker does not see: it takes a statement for one string.
// In each template tagged `sql` a condition is left out, a comparison includes its bound or leaves it out, and a lock, an
// order or a `distinct` is left out. Statements that only read other tables than the seats are left alone.
import { createRequire } from 'node:module';

/** TypeScript of bench/mutants/package.json, once it is installed. The root's newer one has no API to read a program. */
const ts = createRequire(import.meta.url)('typescript');

const WRITES = /\b(?:insert into|update|delete from|seat_leg)\b|lock\(/i;
/** Where a condition ends at the latest. */
const CONDITION_END =
  /^\s*(?:and|or|where|join|left join|order by|group by|limit|returning|for update|on conflict|union|then|else|as)\b/;

/**
 * The end of the condition that begins at `start`: before the next word that cannot be part of it, or before the closing
 * bracket around it.
 */
function conditionEnd(text, start) {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if ('({['.includes(text[at])) depth += 1;
    else if (')}]'.includes(text[at])) depth -= 1;
    if (depth < 0) return text.slice(0, at).trimEnd().length;
    if (depth === 0 && /\s/.test(text[at]) && CONDITION_END.test(text.slice(at))) return at;
  }
  return text.trimEnd().length;
}

/** Every faulty form of one statement: from, to (offsets in `text`) and what then stands there. */
function faultsOf(text) {
  const faults = [];
  for (const { index, 0: all, 1: word } of text.matchAll(/\b(and|or|where|when)\s+/g)) {
    const from = index + all.length;
    faults.push({ from, to: conditionEnd(text, from), becomes: word === 'or' ? 'false' : 'true' });
  }
  for (const { index, 0: operator } of text.matchAll(/(?<= )[<>]=?(?= )/g))
    faults.push({
      from: index,
      to: index + operator.length,
      becomes: operator.endsWith('=') ? operator[0] : `${operator}=`,
    });
  for (const { index, 0: word } of text.matchAll(
    /\bdistinct (?!from)|\bfor update of \w|\border by [\w.]+(?: desc)?(?:, [\w.]+(?: desc)?)*/g,
  ))
    faults.push({ from: index, to: index + word.length, becomes: '' });
  for (const { index, 0: lock } of text.matchAll(/pg_advisory_xact_lock\(.*\)/g))
    faults.push({ from: index, to: index + lock.length, becomes: 'null' });
  return faults;
}

/**
 * Lists the faults of a source file.
 * @param {string} source its text
 * @returns {{ from: number, to: number, becomes: string }[]} offsets in the text; none twice
 */
export function sqlFaults(source) {
  const tree = ts.createSourceFile('sql.ts', source, ts.ScriptTarget.Latest, true);
  const found = new Map();
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
      const start = node.template.getStart() + 1;
      const text = source.slice(start, node.template.end - 1);
      if (WRITES.test(text))
        for (const { from, to, becomes } of faultsOf(text)) {
          const fault = { from: start + from, to: start + to, becomes };
          if (source.slice(fault.from, fault.to) !== becomes)
            found.set(`${fault.from} ${fault.to} ${becomes}`, fault);
        }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return [...found.values()].toSorted((one, other) => one.from - other.from);
}
