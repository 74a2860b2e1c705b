import type {
  CertifiedPayrollHeader,
  CertifiedPayrollRecord,
} from '@/entities/certified-payroll/certified-payroll';
import { FormWriter, type Paper } from '@/features/public-work/report/files/form-writer';
import { OldPayrollPage } from '@/features/public-work/report/files/wh347-2008-payroll';
import { OldStatementPage } from '@/features/public-work/report/files/wh347-2008-statement';
import { PayrollPage } from '@/features/public-work/report/files/wh347-2025-payroll';
import { StatementPage } from '@/features/public-work/report/files/wh347-2025-statement';
import { Addenda } from '@/features/public-work/report/files/wh347-addenda';
import { formDate, numberText, rowPages } from '@/features/public-work/report/files/wh347-cells';
import { loadPdfFonts } from '@/lib/files/pdf-fonts';
import type { PdfFonts } from '@/lib/files/pdf-sheet';

export interface Wh347Options {
  layout: '2025' | '2008';
  paper: Paper;
}

/** Hexadecimal digits of the project, the week and the revision: no two signed reports share them. */
const fileIdOf = ({ project_id, week_end, revision }: CertifiedPayrollHeader): string =>
  project_id.replaceAll('-', '').slice(0, 22) +
  week_end.replaceAll('-', '') +
  String((revision ?? 0) % 100).padStart(2, '0');

function titleOf(header: CertifiedPayrollHeader): string {
  const number = numberText(header);
  return `WH-347 Certified payroll${number ? ` no. ${number}` : ''}, ${header.project_name}, week ending ${formDate(header.week_end)}`;
}

/**
 * The certified payroll as form WH-347. A signed record gives the same bytes every time: nothing in the
 * file is of the moment it was made. Server and tests bring fonts of their own.
 */
export async function wh347Pdf(
  record: CertifiedPayrollRecord,
  { layout, paper }: Wh347Options,
  fonts: () => Promise<PdfFonts> = loadPdfFonts,
): Promise<Uint8Array> {
  const { header, rows } = record.report;
  const title = titleOf(header);
  const createdAt =
    record.signer && record.signed_at ? record.signed_at : `${header.week_end}T00:00:00Z`;
  const form = new FormWriter({ paper, title, createdAt, fileId: fileIdOf(header) }, await fonts());
  const pages = rowPages(rows);
  const isOld = layout === '2008';
  const payroll = isOld ? new OldPayrollPage(form, record) : new PayrollPage(form, record);
  for (const [index, page] of pages.entries()) {
    if (index > 0) form.addPage();
    payroll.draw(page, index + 1, pages.length);
  }
  form.addPage();
  const statement = isOld ? new OldStatementPage(form, record) : new StatementPage(form, record);
  new Addenda(form, record).draw(statement.draw(), !isOld);
  form.footers(title, (page, count) => `Page ${page} of ${count}`);
  return form.bytes();
}
