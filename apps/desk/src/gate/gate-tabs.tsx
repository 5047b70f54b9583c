// Between the conflicts and the gates; only managers keep gates.
import { deskGateList } from '@kippu/contract/desk-gate';
import { useMay } from '../app/rights.ts';
import { hrefOf } from '../app/router.ts';
import { text, useSay } from '../app/texts.ts';
import { Tabs } from '../ui/tabs.tsx';

const WORDS = {
  all: text('改札', 'Gates'),
  conflicts: text('不一致', 'Conflicts'),
  gates: text('改札機', 'Gates'),
};

export function GateTabs({ here }: { readonly here: 'conflicts' | 'gates' }) {
  const say = useSay();
  if (!useMay()(deskGateList)) return null;
  return (
    <Tabs
      label={say(WORDS.all)}
      tabs={[
        { href: hrefOf('gates'), label: say(WORDS.conflicts), here: here === 'conflicts' },
        { href: hrefOf('gates', ['list']), label: say(WORDS.gates), here: here === 'gates' },
      ]}
    />
  );
}
