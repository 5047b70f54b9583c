// A reader of calendar files for tests, written from the grammar of RFC 5545 and not from the writer: it refuses what the grammar does not allow.

interface Property {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly value: string;
}

/** Takes a content line apart: `NAME;PARAMETER="a b":value`. Throws Error on another form. */
function propertyOf(line: string): Property {
  const head = /^([A-Z][A-Z0-9-]*)((?:;[A-Z-]+=(?:"[^"\p{Cc}]*"|[^";:,\p{Cc}]*))*):(.*)$/u.exec(line);
  if (!head) throw new Error(`no content line: ${line}`);
  const [, name = '', parameters = '', value = ''] = head;
  // Only a tab is allowed of the control characters.
  if (/[^\P{Cc}\t]/u.test(value)) throw new Error(`a control character: ${line}`);
  const each = [...parameters.matchAll(/;([A-Z-]+)=(?:"([^"]*)"|([^;]*))/g)];
  return {
    name,
    value,
    parameters: Object.fromEntries(each.map(([, key = '', quoted, plain]) => [key, quoted ?? plain ?? ''])),
  };
}

/** The instant of a wall time or a time in UTC, without its zone: epoch milliseconds as if in UTC. */
function asUtc(value: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(value)?.map(Number) ?? [];
  if (second === undefined) throw new Error(`no time: ${value}`);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

function offsetOf(value: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(value) ?? [];
  if (sign === undefined) throw new Error(`no offset: ${value}`);
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

export class Component {
  readonly name: string;
  readonly components: Component[] = [];
  readonly #properties: Property[] = [];

  constructor(name: string) {
    this.name = name;
  }

  add(property: Property): void {
    this.#properties.push(property);
  }

  has(name: string): boolean {
    return this.#properties.some((property) => property.name === name);
  }

  #one(name: string): Property {
    const [found, more] = this.#properties.filter((property) => property.name === name);
    if (!found || more) throw new Error(`${this.name} has not one ${name}`);
    return found;
  }

  /** The value as it stands. */
  value(name: string): string {
    return this.#one(name).value;
  }

  parameters(name: string): Readonly<Record<string, string>> {
    return this.#one(name).parameters;
  }

  /** The value of a text, without escapes. Throws Error where a mark is not escaped. */
  text(name: string): string {
    const { value } = this.#one(name);
    if (/(?<!\\)(?:\\\\)*[;,]|(?<!\\)(?:\\\\)*\\(?![\\;,nN])/.test(value.replaceAll('\\\\', '')))
      throw new Error(`not escaped: ${value}`);
    return value.replaceAll(/\\(.)/g, (_whole, mark: string) => (mark.toLowerCase() === 'n' ? '\n' : mark));
  }

  /** The one component of this name. */
  only(name: string): Component {
    const [found, more] = this.components.filter((component) => component.name === name);
    if (!found || more) throw new Error(`${this.name} has not one ${name}`);
    return found;
  }

  /** Of a calendar: the instant of a time of its event by its own table of the zone, in epoch milliseconds. */
  instant(name: 'DTSTART' | 'DTEND'): number {
    const event = this.only('VEVENT');
    const value = event.value(name);
    const { TZID: zone } = event.parameters(name);
    if (zone === undefined) {
      if (!value.endsWith('Z')) throw new Error(`a floating time: ${value}`);
      return asUtc(value);
    }
    const table = this.components.find((each) => each.name === 'VTIMEZONE' && each.value('TZID') === zone);
    if (!table) throw new Error(`no table of ${zone}`);
    const wall = asUtc(value);
    const onsets = table.components.map((each) => ({
      at: asUtc(each.value('DTSTART')) - offsetOf(each.value('TZOFFSETFROM')),
      before: offsetOf(each.value('TZOFFSETFROM')),
      after: offsetOf(each.value('TZOFFSETTO')),
    }));
    // Of a wall time that comes twice, the first pass counts.
    const candidates = [...new Set(onsets.flatMap(({ before, after }) => [before, after]))]
      .map((offset) => wall - offset)
      .filter((instant) => {
        const known = onsets.filter(({ at }) => at <= instant).toSorted((a, b) => a.at - b.at);
        return known.at(-1)?.after === wall - instant;
      });
    if (candidates.length === 0) throw new Error(`no instant of ${value}`);
    return Math.min(...candidates);
  }
}

/** Reads a calendar file. Throws Error on any line that the grammar does not allow. */
export function readCalendar(file: string): Component {
  const lines = file.replaceAll('\r\n ', '').split('\r\n');
  if (lines.pop() !== '') throw new Error('the last line does not end');
  const open: Component[] = [];
  let root: Component | undefined;
  for (const line of lines) {
    const property = propertyOf(line);
    const [parent] = open.slice(-1);
    if (property.name === 'BEGIN') {
      if (!parent && root) throw new Error('a second calendar');
      const component = new Component(property.value);
      parent?.components.push(component);
      root ??= component;
      open.push(component);
    } else if (property.name === 'END') {
      if (open.pop()?.name !== property.value) throw new Error(`ends nothing: ${line}`);
    } else if (parent) parent.add(property);
    else throw new Error(`outside: ${line}`);
  }
  if (!root || open.length > 0) throw new Error('the calendar does not end');
  return root;
}
