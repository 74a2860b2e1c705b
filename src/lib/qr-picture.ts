import { encodeQR } from 'qr';

/** A code to scan, as the address of a picture: black on white whatever the theme, sharp on paper. */
export function qrPicture(text: string): string {
  const svg = encodeQR(text, 'svg', { border: 1 });
  return `data:image/svg+xml;utf8,${encodeURIComponent(onWhite(svg))}`;
}

const onWhite = (svg: string): string =>
  svg.replace('<path', '<path fill="white" d="M0 0h999v999H0z"/><path');
