/** The inverse of contract/csv.ts: parses RFC 4180 and removes the apostrophe of formulas. */
export function parseCsv(csv: string): { raw: string[][]; cells: string[][] } {
  const raw: string[][] = [];
  let at = 0;
  while (at < csv.length) {
    const record: string[] = [];
    for (;;) {
      const [whole, quoted, plain = ''] = /"((?:[^"]|"")*)"|([^",\r\n]*)/y.exec(csv.slice(at)) ?? [
        '',
      ];
      at += whole?.length ?? 0;
      record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      if (csv[at] !== ',') break;
      at += 1;
    }
    if (csv.slice(at, at + 2) !== '\r\n') throw new Error(`no line end at ${at}`);
    at += 2;
    raw.push(record);
  }
  const free = (cell: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell);
  return { raw, cells: raw.map((record) => record.map(free)) };
}
