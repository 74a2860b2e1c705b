import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, MoreHorizontal, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import type { FileTemplate } from '@/entities/file-template/template';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type StoredTemplate,
  templatesQuery,
} from '@/features/public-work/agency-files/api/queries';
import { useDeleteTemplate } from '@/features/public-work/agency-files/api/writes';
import { PRESETS } from '@/features/public-work/report/files/template/presets';
import {
  readTemplate,
  readTemplateFile,
} from '@/features/public-work/report/files/template/template';
import { downloadFile } from '@/lib/files/download';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

interface TemplateListProps {
  onEdit: (id: string) => void;
  onNew: (start: FileTemplate) => void;
}

const PRESET_NAMES = ['illinois', 'plain', 'daily'] as const;

/** How agencies want their sheets: made here, or got from somebody else as a file. */
export function TemplateList({ onEdit, onNew }: TemplateListProps) {
  const { t } = useTranslation(['agency-files', 'common']);
  const companyId = useViewer().company?.id ?? '';
  const templates = useQuery(templatesQuery(companyId));
  const remove = useDeleteTemplate(companyId);
  const [deleting, setDeleting] = useState<StoredTemplate | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const open = async (file: File | undefined) => {
    if (!file) return;
    const { template, fault } = readTemplateFile(await file.text());
    if (template) onNew(template);
    else toast.error(t('template.unreadable'), { description: faultText(fault.place) });
  };
  const faultText = (place: string): string =>
    place ? t('template.wrongAt', { place }) : t('template.noTemplate');
  const share = ({ name, content }: StoredTemplate) =>
    downloadFile(
      `${name.replace(/[^\w-]+/g, '-')}.template.json`,
      'application/json',
      `${JSON.stringify(content, null, 2)}\n`,
    );
  const add = (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="small" variant="primary">
          {t('template.new')}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {PRESET_NAMES.map((name) => (
          <DropdownMenuItem key={name} onSelect={() => onNew(PRESETS[name])}>
            {t(`preset.${name}`)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
  return (
    <Card>
      <CardHeader
        divided
        title={t('template.title')}
        description={t('template.text')}
        action={
          <span className="flex flex-wrap justify-end gap-2">
            <Button size="small" onClick={() => input.current?.click()}>
              <Upload aria-hidden="true" />
              {t('template.import')}
            </Button>
            {add}
          </span>
        }
      />
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('template.import')}
        onChange={(event) => {
          void open(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Loaded query={templates} skeleton={<ListSkeleton rows={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={FileSpreadsheet}
              title={t('template.empty')}
              text={t('template.emptyText')}
            />
          ) : (
            <ul className="divide-y">
              {rows.map((row) => (
                <li key={row.id} className="flex items-center gap-3 px-5 py-3 text-sm">
                  <span className="grid min-w-0 flex-1 justify-items-start">
                    <Button variant="link" size="inline" onClick={() => onEdit(row.id)}>
                      {row.name}
                    </Button>
                    <span className="text-muted text-xs">{row.agency}</span>
                  </span>
                  {readTemplate(row.content).template?.compare && (
                    <Badge tone="attention">{t('template.compareBadge')}</Badge>
                  )}
                  <DropdownMenu>
                    <DropdownMenuTrigger asChild>
                      <Button
                        size="icon"
                        variant="ghost"
                        aria-label={t('template.actions', { name: row.name })}
                      >
                        <MoreHorizontal aria-hidden="true" />
                      </Button>
                    </DropdownMenuTrigger>
                    <DropdownMenuContent align="end">
                      <DropdownMenuItem onSelect={() => onEdit(row.id)}>
                        {t('common:action.edit')}
                      </DropdownMenuItem>
                      <DropdownMenuItem onSelect={() => share(row)}>
                        {t('template.share')}
                      </DropdownMenuItem>
                      <DropdownMenuItem onSelect={() => setDeleting(row)}>
                        {t('common:action.delete')}
                      </DropdownMenuItem>
                    </DropdownMenuContent>
                  </DropdownMenu>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {deleting && (
        <ConfirmDialog
          open
          title={t('template.deleteTitle', { name: deleting.name })}
          description={t('template.deleteText')}
          confirmLabel={t('common:action.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(deleting.id, { onSuccess: () => setDeleting(null) })}
          onOpenChange={() => setDeleting(null)}
        />
      )}
    </Card>
  );
}
