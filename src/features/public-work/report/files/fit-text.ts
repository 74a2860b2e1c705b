/** Width of a text in points at a size of one point. */
export type UnitWidth = (text: string, bold: boolean) => number;

export interface TextStyle {
  /** The largest size in points; text that does not fit becomes smaller. */
  size: number;
  /** The smallest readable one. */
  minSize: number;
  bold: boolean;
}

export interface FittedText {
  size: number;
  lines: string[];
  /** Whether something had to be left out, even at the smallest size. */
  isCut: boolean;
}

export const LINE_HEIGHT = 1.16;
const STEP = 0.25;

/** After a hyphen or a slash: `backhoe/excavator`. */
const piecesOf = (word: string): string[] => word.split(/(?<=[-–/@])(?=\p{L})/u);

/** Parts of a word that is wider than a line; where no piece of it fits, letter by letter. */
function splitWord(word: string, width: number, unit: (text: string) => number): string[] {
  const parts: string[] = [''];
  for (const piece of piecesOf(word)) {
    for (const each of unit(piece) > width ? piece : [piece]) {
      const part = parts.at(-1) ?? '';
      if (part !== '' && unit(part + each) > width) parts.push(each);
      else parts[parts.length - 1] = part + each;
    }
  }
  return parts;
}

/** Lines of at most `width`, in the same unit as `unit` measures. */
export function wrapText(text: string, width: number, unit: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/ +(?!%)/)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (unit(longer) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      const parts = unit(word) > width ? splitWord(word, width, unit) : [word];
      lines.push(...parts.slice(0, -1));
      line = parts.at(-1) ?? '';
    }
    return [...lines, line];
  });
}

/** As many lines as there is room for, the last one with a sign that more follows. */
function cutLines(lines: string[], count: number, width: number, unit: (text: string) => number) {
  const shown = lines.slice(0, Math.max(1, count));
  let last = shown.at(-1) ?? '';
  while (last !== '' && unit(`${last}…`) > width) last = last.slice(0, -1);
  return [...shown.slice(0, -1), `${last}…`];
}

/** The text in the largest size at which it fits into width and height. */
export function fitText(
  text: string,
  { width, height }: { width: number; height: number },
  { size: largest, minSize, bold }: TextStyle,
  unitWidth: UnitWidth,
): FittedText {
  const unit = (part: string): number => unitWidth(part, bold);
  for (let size = largest; ; size -= STEP) {
    const lines = wrapText(text, width / size, unit);
    const isWhole = lines.length * size * LINE_HEIGHT <= height + 0.01;
    // A divided word is harder to read than a small one.
    const isDivided = text
      .split(/[ \n]+/)
      .some((word) => piecesOf(word).some((piece) => unit(piece) > width / size));
    if (isWhole && (!isDivided || size <= minSize)) return { size, lines, isCut: false };
    if (size > minSize) continue;
    const count = Math.floor(height / (size * LINE_HEIGHT));
    return { size, lines: cutLines(lines, count, width / size, unit), isCut: true };
  }
}
