import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import type { ListName } from '@/entities/import/lists';
import { messageText } from '@/entities/import/message-text';
import { useUndoImport } from '@/entities/import/undo-import';
import { type ImportRecord, importsQuery } from '@/features/imports/api/queries';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

const WEEK_MILLISECONDS = 7 * 86_400_000;

/** What was imported, newest first; each can be taken back for a week. */
export function PastImports({ companyId }: { companyId: string }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const now = serverNow();
  const query = useQuery(importsQuery(companyId));
  const undo = useUndoImport();
  const [asked, setAsked] = useState<ImportRecord | null>(null);
  const confirm = () => {
    if (!asked) return;
    undo.mutate(asked.id, {
      onSuccess: ({ taken, kept }) => {
        setAsked(null);
        if (kept.length === 0) toast.success(t('undo.done', { count: taken }));
        else
          toast.warning(t('undo.kept', { count: kept.length }), {
            description: messageText(kept[0]?.message ?? null),
          });
      },
      onError: (cause) => toast.error(errorText(cause)),
    });
  };
  return (
    <Card className="mt-6">
      <CardHeader title={t('past.title')} description={t('past.text')} divided />
      <Loaded query={query} skeleton={<TableSkeleton />}>
        <DataTable
          label={t('past.title')}
          rows={query.data ?? []}
          rowKey={({ id }) => id}
          empty={<EmptyState icon={History} title={t('past.none')} text={t('past.noneText')} />}
          columns={[
            {
              id: 'when',
              header: t('past.when'),
              cell: ({ created_at }) => format.dateTime(created_at),
            },
            {
              id: 'list',
              header: t('past.list'),
              card: 'title',
              cell: ({ list }) => t(`lists.${list as ListName}`),
            },
            {
              id: 'file',
              header: t('file'),
              cell: ({ file_name }) => <span className="wrap-anywhere">{file_name ?? '–'}</span>,
            },
            {
              id: 'rows',
              header: t('past.rows'),
              cell: (record) =>
                [
                  t('count.new', { count: record.new_rows }),
                  t('count.changed', { count: record.changed_rows }),
                  t('count.error', { count: record.error_rows }),
                ].join(' · '),
            },
            {
              id: 'undo',
              header: t('past.undo'),
              headerHidden: true,
              card: 'actions',
              align: 'end',
              cell: (record) =>
                record.undone_at ? (
                  <Badge>{t('past.undone')}</Badge>
                ) : (
                  now - Date.parse(record.created_at) < WEEK_MILLISECONDS && (
                    <Button size="small" variant="outline" onClick={() => setAsked(record)}>
                      {t('past.undo')}
                    </Button>
                  )
                ),
            },
          ]}
        />
      </Loaded>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={t('undo.title', { file: asked?.file_name ?? '' })}
        description={t('undo.text')}
        confirmLabel={t('past.undo')}
        busy={undo.isPending}
        onConfirm={confirm}
      />
    </Card>
  );
}
