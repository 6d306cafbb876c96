export type Row = Readonly<Record<string, string | number | boolean>>;

/** What a command shows. */
export type Output =
  | { kind: 'rows'; rows: readonly Row[]; empty: string }
  | { kind: 'record'; row: Row; note?: string }
  | { kind: 'done'; row: Row; sentence: string };

/** The output as text: a table or a sentence for people, one line of JSON for programs. */
export function show(output: Output, json: boolean): string {
  if (json) return JSON.stringify(output.kind === 'rows' ? output.rows : output.row);

  switch (output.kind) {
    case 'done':
      return output.sentence;
    case 'record':
      return [...record(output.row), ...(output.note === undefined ? [] : ['', output.note])].join('\n');
    case 'rows':
      return output.rows.length === 0 ? output.empty : table(output.rows).join('\n');
  }
}

function record(row: Row): string[] {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row).map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`);
}

function table(rows: readonly Row[]): string[] {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => printable(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Addresses come from clients: nothing in them moves the cursor of a terminal or turns the direction of its text. */
function printable(value: string | number | boolean): string {
  return String(value).replace(/[\p{Cc}\p{Cf}]/gu, '�');
}
