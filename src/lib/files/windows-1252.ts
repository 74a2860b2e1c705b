/** What each byte of Windows-1252 stands for; the five that stand for nothing keep their number. */
const LETTERS = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (letter, byte) => [letter, byte],
  ),
);

/** Whether old Windows programs can read these words. */
export function fitsWindows1252(text: string): boolean {
  return Array.from(text).every((letter) => LETTERS.has(letter));
}

/** The words as old Windows programs read them. Ask `fitsWindows1252` first. */
export function windows1252(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => LETTERS.get(letter) ?? 0x3f);
}
