/** A code to scan, black on white whatever is around it. Loaded when the first one is drawn. */
export async function qrSvg(text: string, border: number): Promise<string> {
  const { encodeQR } = await import('qr');
  const svg = encodeQR(text, 'svg', { border });
  return svg.replace('<path', '<path fill="white" d="M0 0h999v999H0z"/><path');
}
