import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import type { CertifiedPayrollRecord } from '@/entities/certified-payroll/certified-payroll';
import { wh347Name } from '@/features/public-work/report/wh347-name';
import { errorText } from '@/lib/errors';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { loadCode } from '@/lib/load-code';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const AgencyFileDialog = lateDialog(() =>
  withTexts(
    import('@/features/public-work/agency-files/agency-file-dialog').then(
      (file) => file.AgencyFileDialog,
    ),
    'agency-files',
    'file-template',
    'payroll-facts',
  ),
);

const FORMS = [
  ['2025', 'letter'],
  ['2025', 'a4'],
  ['2008', 'letter'],
  ['2008', 'a4'],
] as const;

/** The report as files; those of a draft say so on each page. */
export function DownloadMenu({ record }: { record: CertifiedPayrollRecord }) {
  const { t } = useTranslation(['certified-payroll', 'common']);
  const [busy, setBusy] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const save = async ([layout, paper]: (typeof FORMS)[number]) => {
    setBusy(true);
    try {
      const { wh347Pdf } = await loadCode(
        () => import('@/features/public-work/report/files/wh347-pdf'),
      );
      const bytes = await wh347Pdf(record, { layout, paper });
      downloadFile(wh347Name(record, layout), FILE_TYPES.pdf, new Uint8Array(bytes));
    } catch (cause) {
      toast.error(t('common:error.title'), { description: errorText(cause) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button busy={busy}>
            <Download aria-hidden="true" />
            {t('download.label')}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {!record.signer && <DropdownMenuLabel>{t('download.draft')}</DropdownMenuLabel>}
          {FORMS.map((form) => (
            <DropdownMenuItem key={form.join()} onSelect={() => void save(form)}>
              {t(`download.form${form[0]}`)}, {t(`download.${form[1]}`)}
            </DropdownMenuItem>
          ))}
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => setChoosing(true)}>
            {t('download.agency')}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {choosing && (
        <Suspense>
          <AgencyFileDialog record={record} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
