import { Download, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import type { SavedReport } from '@/features/activity-reports/api/queries';
import { useMailReport } from '@/features/activity-reports/api/save-report';
import { useTranslation } from '@/lib/use-translation';

const FILES = ['csv', 'xlsx', 'pdf'] as const;

interface ReportActionsProps {
  /** The report where it is the viewer's own. */
  mine: SavedReport | null;
  isEmpty: boolean;
  onDownload: (kind: (typeof FILES)[number]) => void;
  onSave: () => void;
  onDelete: () => void;
}

/** What can be done with the report: delete one's own, take it along, save it. */
export function ReportActions({ mine, isEmpty, onDownload, onSave, onDelete }: ReportActionsProps) {
  const { t } = useTranslation(['activity-reports', 'common']);
  const mail = useMailReport();
  return (
    <>
      {mine && (
        <Button variant="outline" onClick={onDelete}>
          <Trash2 aria-hidden="true" />
          {t('common:action.delete')}
        </Button>
      )}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" disabled={isEmpty}>
            <Download aria-hidden="true" />
            {t('export')}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {FILES.map((kind) => (
            <DropdownMenuItem key={kind} onSelect={() => onDownload(kind)}>
              {t(`file.${kind}`)}
            </DropdownMenuItem>
          ))}
          {mine?.schedule && (
            <DropdownMenuItem onSelect={() => mail.mutate(mine.id)}>
              {t('mailNow')}
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <Button variant="primary" onClick={onSave}>
        {t('common:action.save')}
      </Button>
    </>
  );
}
