import { expect, test } from 'vitest';
import { csv } from './csv.ts';

test('writes numbers unquoted and ends lines with CR LF', () => {
  expect(
    csv(
      ['name', 'hours'],
      [
        ['=1+1', -1.5],
        ['a "b", c', null],
      ],
    ),
  ).toBe('name,hours\r\n\'=1+1,-1.5\r\n"a ""b"", c",\r\n');
});
