const ZIP = [0x50, 0x4b];

/**
 * The words of a text file as spreadsheets write them: UTF-8, UTF-16 by its mark, else what old
 * Windows programs write. Null for files that are no text, such as a workbook.
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (ZIP.every((byte, index) => bytes[index] === byte)) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
