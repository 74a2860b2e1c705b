import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { errorWords } from '@/lib/errors';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import type { GroupedReport } from '@/lib/files/grouped-report';
import { loadCode } from '@/lib/load-code';
import { serverNow } from '@/lib/server-clock';
import { toast } from '@/lib/toast';

const KINDS = ['pdf', 'xlsx', 'csv'] as const;

export interface ExportMenuProps {
  /** Of the file, without ending. */
  name: string;
  disabled?: boolean;
  make: () => Omit<GroupedReport, 'page' | 'createdAt'>;
}

/** The report on the screen as PDF, Excel or CSV. */
export function ExportMenu({ name, disabled = false, make }: ExportMenuProps) {
  const { t } = useTranslation('common');
  const [busy, setBusy] = useState(false);
  const save = async (kind: (typeof KINDS)[number]) => {
    setBusy(true);
    try {
      const files = await loadCode(() => import('@/lib/files/grouped-report'));
      const report: GroupedReport = {
        ...make(),
        page: (page, pages) => t('export.page', { page, pages }),
        createdAt: new Date(serverNow()).toISOString(),
      };
      const content =
        kind === 'csv'
          ? files.groupedCsv(report)
          : await (kind === 'pdf' ? files.groupedPdf(report) : files.groupedWorkbook(report));
      downloadFile(`${name}.${kind}`, FILE_TYPES[kind], content);
    } catch (cause) {
      toast.error(t('error.title'), { description: errorWords(cause) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button disabled={disabled} busy={busy}>
          <Download aria-hidden="true" />
          {t('export.label')}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {KINDS.map((kind) => (
          <DropdownMenuItem key={kind} onSelect={() => void save(kind)}>
            {t(`export.${kind}`)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
