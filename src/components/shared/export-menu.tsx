import { Download } from 'lucide-react';
import { useState } from 'react';
import { Paper } from '@/components/shared/paper';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { errorText } from '@/lib/errors';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { type GroupedReport, groupedSheet } from '@/lib/files/grouped-sheet';
import { loadCode } from '@/lib/load-code';
import { serverNow } from '@/lib/server-clock';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

const KINDS = ['pdf', 'xlsx', 'csv'] as const;

export interface ExportMenuProps {
  /** Of the file, without ending. */
  name: string;
  disabled?: boolean;
  make: () => Omit<GroupedReport, 'createdAt'>;
}

/** The report on the screen as PDF, Excel or CSV, and on paper when it is printed. */
export function ExportMenu({ name, disabled = false, make }: ExportMenuProps) {
  const { t } = useTranslation('common');
  const [busy, setBusy] = useState(false);
  const save = async (kind: (typeof KINDS)[number]) => {
    setBusy(true);
    try {
      const files = await loadCode(() => import('@/lib/files/grouped-report'));
      const report: GroupedReport = {
        ...make(),
        createdAt: new Date(serverNow()).toISOString(),
      };
      const content =
        kind === 'csv'
          ? files.groupedCsv(report)
          : await (kind === 'pdf' ? files.groupedPdf(report) : files.groupedWorkbook(report));
      downloadFile(`${name}.${kind}`, FILE_TYPES[kind], content);
    } catch (cause) {
      toast.error(t('error.title'), { description: errorText(cause) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <DropdownMenu>
      <Paper sheet={() => (disabled ? null : groupedSheet(make()))} />
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
