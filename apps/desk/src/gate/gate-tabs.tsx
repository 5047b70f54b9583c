// The tabs for conflicts and gates. Only managers see the gates.
import { deskGateList } from '@kippu/contract/routes/desk/gates';
import { useMay } from '../app/session/rights.ts';
import { hrefOf } from '../app/router/router.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Tabs } from '../ui/layout/tabs.tsx';

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
