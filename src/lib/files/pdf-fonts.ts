import regularFile from '@/lib/files/fonts/Inter-Regular.ttf?url';
import boldFile from '@/lib/files/fonts/Inter-SemiBold.ttf?url';
import type { PdfFonts } from '@/lib/files/pdf-sheet';

async function base64Of(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  let text = '';
  // In slices: one call with a third of a million arguments would be too many.
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(text);
}

let fonts: Promise<PdfFonts> | undefined;

/** Names of people need more letters than the fonts built into PDF readers have. */
export function loadPdfFonts(): Promise<PdfFonts> {
  fonts ??= Promise.all([base64Of(regularFile), base64Of(boldFile)]).then(([regular, bold]) => ({
    regular,
    bold,
  }));
  fonts.catch(() => {
    fonts = undefined;
  });
  return fonts;
}
