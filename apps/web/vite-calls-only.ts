// Removes the schemas from the calls in the phone's build. The phone makes the calls; the server validates them.
import { Visitor } from 'rolldown/utils';
import type { Plugin } from 'vite';

const CONTRACT = /\/contract\/src\/calls\/[\w/-]+\.ts$/;
/** The parts of a call that the phone does not need. It needs the name, method, path and who may make the call. */
const SERVER_ONLY: ReadonlySet<string> = new Set(['query', 'body', 'data', 'refusals']);

/** Empties the server's parts of `defineCall({ … })`. Tree shaking then removes the schemas named there. */
export function callsOnly(): Plugin {
  return {
    name: 'kippu-calls-only',
    apply: 'build',
    transform(code, id) {
      if (!CONTRACT.test(id)) return null;
      const cuts: [number, number][] = [];
      new Visitor({
        CallExpression({ callee, arguments: [call] }) {
          if (callee.type !== 'Identifier' || callee.name !== 'defineCall') return;
          if (call?.type !== 'ObjectExpression') return;
          call.properties.forEach((property, index) => {
            if (property.type !== 'Property' || property.key.type !== 'Identifier') return;
            if (SERVER_ONLY.has(property.key.name))
              cuts.push([property.start, call.properties[index + 1]?.start ?? call.end - 1]);
          });
        },
      }).visit(this.parse(code));
      let kept = '';
      let at = 0;
      for (const [start, end] of cuts) {
        kept += code.slice(at, start);
        at = end;
      }
      return { code: kept + code.slice(at), map: null };
    },
  };
}
