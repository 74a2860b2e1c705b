/** Files for programs: every line as CSV, and the layouts of payroll systems. */
export const FORMAT_IDS = [
  'generic',
  'quickbooks-iif',
  'adp-wfn',
  'adp-run',
  'gusto',
  'paychex-spi',
  'sage-300',
  'sage-100',
  'spectrum',
  'vista',
  'foundation',
  'computerease',
  'acumatica',
] as const;
export type FormatId = (typeof FORMAT_IDS)[number];

export function isFormatId(text: string): text is FormatId {
  return FORMAT_IDS.some((id) => id === text);
}
