export const MAX_FILE_BYTES = 20 * 1024 * 1024;

export const ACCEPTED = '.pdf,.xlsx,image/jpeg,image/png,image/webp';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** By what the bytes are, whatever the file is called; null for anything else. */
export function fileTypeOf(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 1024));
  // Some scanners write a line before the header of a PDF.
  if (/%PDF-\d/.test(head)) return 'application/pdf';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n')) return 'image/png';
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return 'image/webp';
  const isZip = head.startsWith('PK\x03\x04');
  return isZip && new TextDecoder('latin1').decode(bytes).includes('xl/workbook') ? XLSX : null;
}
