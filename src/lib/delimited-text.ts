/**
 * Rows of pasted or uploaded text: CSV by RFC 4180, or what a spreadsheet puts on the clipboard
 * (tabs). The separator is whichever of tab, semicolon and comma the first line has most of.
 */
export function parseDelimited(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '');
  const separator = guessSeparator(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at] as string;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') cell += source[++at];
      else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = '';
    } else if (character === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else if (character !== '\r') cell += character;
  }
  rows.push([...row, cell]);
  return rows
    .map((cells) => cells.map((value) => value.trim()))
    .filter((cells) => cells.some((value) => value !== ''));
}

function guessSeparator(text: string): string {
  const firstLine = text.split('\n', 1)[0] ?? '';
  const counts = ['\t', ';', ','].map((mark) => [mark, firstLine.split(mark).length] as const);
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}
