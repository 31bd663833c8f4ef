import { expect } from 'vitest';

/** A content line of RFC 5545: name, parameters, value. */
const contentLine = /^([A-Z-]+)((?:;[A-Z-]+=[^;:",]+)*):(.*)$/;

export interface CalendarPart {
  name: string;
  lines: { name: string; parameters: string; value: string }[];
  parts: CalendarPart[];
}

/** Parses RFC 5545 strictly: CR LF, 75 octets, valid names, matching BEGIN and END. */
export function parseCalendar(ics: string): CalendarPart {
  expect(ics.endsWith('\r\n')).toBe(true);
  const physical = ics.slice(0, -2).split('\r\n');
  for (const line of physical) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
  const root: CalendarPart = { name: '', lines: [], parts: [] };
  const open = [root];
  for (const line of ics.replaceAll('\r\n ', '').slice(0, -2).split('\r\n')) {
    const [, name = '', parameters = '', value = ''] = contentLine.exec(line) ?? [];
    expect(name, line).not.toBe('');
    const within = open.at(-1);
    if (name === 'BEGIN') {
      const part: CalendarPart = { name: value, lines: [], parts: [] };
      within?.parts.push(part);
      open.push(part);
    } else if (name === 'END') {
      expect(open.pop()?.name).toBe(value);
    } else {
      within?.lines.push({ name, parameters, value });
    }
  }
  expect(open).toEqual([root]);
  expect(root.lines).toEqual([]);
  expect(root.parts).toHaveLength(1);
  return root.parts[0] as CalendarPart;
}

/** The unescaped value of a part's only line of that name. */
export const textOf = (part: CalendarPart, name: string) => {
  const found = part.lines.filter((line) => line.name === name);
  expect(found, name).toHaveLength(1);
  return found[0]?.value.replace(/\\(.)/g, '$1');
};
