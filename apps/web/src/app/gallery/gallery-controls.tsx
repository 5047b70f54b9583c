// Development only: the shared controls in all their states.
import { Bell, Ticket } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Checkbox, PasswordField, SelectField, TextField } from '@kippu/ui/field';
import { LoadFailed } from '../../ui/states/load-state.tsx';
import { Markdown } from '../../ui/text/markdown.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Paper } from '../../ui/layout/paper.tsx';
import { TonedPaper } from '../../ui/layout/toned-paper.tsx';
import { Group } from '../../ui/layout/screen.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { TextArea } from '../../ui/controls/text-area.tsx';
import { toast } from '@kippu/ui/toast';
import { CallError } from '@kippu/client/call-error';
import { GalleryOverlays } from './gallery-overlays.tsx';
import css from './gallery.module.css';

const KINDS = ['primary', 'outline', 'text', 'danger'] as const;
const TONES = ['info', 'ok', 'warn', 'danger'] as const;
const FAILURES: readonly CallError[] = [
  new CallError('network'),
  new CallError('timeout'),
  new CallError('notJson', { status: 200 }),
  new CallError('notJson', { status: 500 }),
  new CallError('notJson', { status: 503 }),
  new CallError('refused', { status: 429, code: 'REQ-0004', retryAfter: 30 }),
];

export function GalleryControls() {
  return (
    <>
      <Buttons />
      <GalleryOverlays />
      <Fields />
      <Messages />
      <Papers />
    </>
  );
}

function Buttons() {
  return (
    <Group title="Buttons">
      <div className={css['row']}>
        {KINDS.map((kind) => (
          <Button key={kind} kind={kind} icon={Ticket} onClick={() => toast(kind)}>
            {kind}: shows a toast
          </Button>
        ))}
        <Button busy>busy</Button>
        <Button disabled>disabled</Button>
        <ButtonLink to="tickets" params={{}} kind="outline">
          a link
        </ButtonLink>
        <IconButton icon={Bell} label="icon" />
      </div>
    </Group>
  );
}

function Fields() {
  const [choice, setChoice] = useState<'one' | 'two' | 'three'>('one');
  const choices = (['one', 'two', 'three'] as const).map((value) => ({ value, label: value }));
  return (
    <Group title="Fields">
      <div className={css['row']}>
        <TextField label="Empty" placeholder="placeholder" />
        <TextField label="With a hint" hint="The hint" defaultValue="text" />
        <TextField label="Wrong" hint="The hint" error="What is wrong" defaultValue="text" />
        <TextField label="Disabled" disabled defaultValue="text" />
        <PasswordField label="Password" show="Show" hide="Hide" defaultValue="Kippu2026" />
        <SelectField label="Choice" defaultValue="two">
          <option value="one">one</option>
          <option value="two">two</option>
        </SelectField>
        <SelectField label="Choice, wrong" error="What is wrong" />
        <Checkbox>A consent</Checkbox>
        <Checkbox error="What is wrong">A consent not given</Checkbox>
        <TextArea label="Lines" hint="The hint" count="0 of 2000" />
        <TextArea label="Lines, wrong" error="What is wrong" defaultValue="text" />
        <Segmented label="Parts" options={choices} value={choice} onChange={setChoice} />
      </div>
    </Group>
  );
}

function Messages() {
  return (
    <Group title="Messages">
      <div className={css['row']}>
        {TONES.map((tone) => (
          <NoticeBox
            key={tone}
            tone={tone}
            title={`Title, ${tone}`}
            action={<Button kind="outline">Do</Button>}
          >
            What happened, and what to do next.
          </NoticeBox>
        ))}
        {FAILURES.map((error) => (
          <LoadFailed
            key={`${error.kind}-${error.status}`}
            error={error}
            again={() => toast(`again: ${error.kind}`)}
          />
        ))}
        <EmptyState icon={Ticket} title="Nothing yet" action={<Button>The one thing to do</Button>}>
          Why there is nothing.
        </EmptyState>
        <Skeleton heights={[32, 96]} />
      </div>
    </Group>
  );
}

function Papers() {
  return (
    <Group title="Paper">
      <div className={css['row']}>
        <Paper>plain</Paper>
        <Paper stub="stub below">stock</Paper>
        <Paper stub="stub" side="right">
          stock, stub at the right
        </Paper>
        <TonedPaper tone="hero" stub="stub">
          hero
        </TonedPaper>
        <TonedPaper tone="cover" stub="stub">
          cover
        </TonedPaper>
        <Paper punched stub="stub">
          punched
        </Paper>
        <Paper faded stub="stub">
          faded
        </Paper>
        <Markdown source={'# Heading\n\nA paragraph with **bold**.\n\n- one\n- two'} />
      </div>
    </Group>
  );
}
