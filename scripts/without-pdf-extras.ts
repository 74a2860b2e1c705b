import type { Plugin } from 'vite';

/** jsPDF can also draw web pages and pictures, with libraries heavier than itself; nothing here does. */
export function withoutPdfExtras(): Plugin {
  return {
    name: 'without-pdf-extras',
    enforce: 'pre',
    resolveId: (id) => (/^(html2canvas|dompurify|canvg)$/.test(id) ? '\0pdf-extra' : null),
    load: (id) => (id === '\0pdf-extra' ? 'export default undefined' : null),
  };
}
