import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SettingsCard } from '@/components/shared/settings-card';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CUSTOM_TABLES } from '@/entities/custom-field/custom-field';
import { customFieldsQuery, type StoredField } from '@/entities/custom-field/custom-fields-query';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { useDeleteField, useSaveField } from '@/features/custom-fields/api/save-field';
import { FieldDialog } from '@/features/custom-fields/field-dialog';
import { useOwnName } from '@/lib/own-name';
import { useTranslation } from '@/lib/use-translation';

interface FieldRowProps {
  field: StoredField;
  onEdit: () => void;
  onArchive: () => void;
  onDelete: () => void;
}

function FieldRow({ field, onEdit, onArchive, onDelete }: FieldRowProps) {
  const { t } = useTranslation('custom-fields');
  const ownName = useOwnName();
  const atClock = field.on_table === 'time_entries' && field.required && field.shown === 'phone';
  const archived = field.archived_at !== null;
  const name = ownName(field);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b py-2.5 last:border-b-0">
      <div className="min-w-40 flex-1">
        <p className="font-[550]">{name}</p>
        <p className="text-muted text-sm">
          {t(`kind.${field.kind}`)}
          {field.kind === 'choice' &&
            `: ${field.choices
              .filter((choice) => !choice.archived)
              .map(ownName)
              .join(', ')}`}
        </p>
      </div>
      {!archived && (
        <span className="flex gap-1.5">
          {atClock && <Badge tone="attention">{t('badge.clock')}</Badge>}
          {!atClock && field.required && <Badge>{t('badge.required')}</Badge>}
          {!atClock && field.shown === 'phone' && <Badge>{t('badge.phone')}</Badge>}
        </span>
      )}
      <span className="flex gap-1">
        {!archived && (
          <Button size="small" aria-label={t('edit', { name })} onClick={onEdit}>
            {t('dialog.edit')}
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          onClick={onArchive}
          aria-label={`${t(archived ? 'restore' : 'archive')}: ${name}`}
        >
          {t(archived ? 'restore' : 'archive')}
        </Button>
        {archived && (
          <Button
            size="small"
            variant="ghost"
            onClick={onDelete}
            aria-label={`${t('delete')}: ${name}`}
          >
            {t('delete')}
          </Button>
        )}
      </span>
    </li>
  );
}

/** Settings › Company: the fields of the company's own. */
export function CustomFieldsCard() {
  const { t } = useTranslation('custom-fields');
  const companyId = useViewer().company?.id ?? '';
  const privileged = useIsPrivileged();
  const fields = useQuery(customFieldsQuery(companyId));
  const save = useSaveField(companyId);
  const remove = useDeleteField(companyId);
  const [edited, setEdited] = useState<StoredField | 'new' | null>(null);
  const [deleting, setDeleting] = useState<StoredField | null>(null);
  if (!privileged) return null;
  const archive = (field: StoredField): void =>
    save.mutate({
      fields: { archived_at: field.archived_at ? null : new Date().toISOString() },
      opened: field,
    });
  const row = (field: StoredField) => (
    <FieldRow
      key={field.id}
      field={field}
      onEdit={() => setEdited(field)}
      onArchive={() => archive(field)}
      onDelete={() => setDeleting(field)}
    />
  );
  return (
    <SettingsCard title={t('title')} text={t('text')}>
      <Loaded query={fields} skeleton={<ListSkeleton />}>
        {(rows) => {
          const archived = rows.filter((field) => field.archived_at);
          return (
            <>
              {rows.length === 0 && <p className="mb-3 text-muted text-sm">{t('empty')}</p>}
              {CUSTOM_TABLES.map((table) => {
                const own = rows.filter((one) => one.on_table === table && !one.archived_at);
                return (
                  own.length > 0 && (
                    <section key={table} className="mb-4">
                      <h3 className="text-muted text-xs uppercase tracking-wide">
                        {t(`table.${table}`)}
                      </h3>
                      <ul>{own.map(row)}</ul>
                    </section>
                  )
                );
              })}
              <Button onClick={() => setEdited('new')}>
                <Plus aria-hidden="true" />
                {t('add')}
              </Button>
              {archived.length > 0 && (
                <details className="mt-4">
                  <summary className="cursor-pointer text-muted text-sm">
                    {t('archivedFields')} ({archived.length})
                  </summary>
                  <ul>{archived.map(row)}</ul>
                </details>
              )}
            </>
          );
        }}
      </Loaded>
      {edited && (
        <FieldDialog
          companyId={companyId}
          field={edited === 'new' ? null : edited}
          position={Math.max(0, ...(fields.data ?? []).map(({ position }) => position)) + 1}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={t('confirm.title', { name: deleting?.name ?? '' })}
        description={t('confirm.text')}
        confirmLabel={t('delete')}
        busy={remove.isPending}
        onConfirm={() =>
          deleting && remove.mutate(deleting.id, { onSettled: () => setDeleting(null) })
        }
      />
    </SettingsCard>
  );
}
