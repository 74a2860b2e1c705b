import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SettingsCard } from '@/components/shared/settings-card';
import { Progress } from '@/components/ui/progress';
import { ProjectName } from '@/entities/project/project-name';
import { storageUseQuery } from '@/entities/uploads/storage-use';
import type { ViewerCompany } from '@/entities/viewer/viewer';
import { fileSize } from '@/lib/file-size';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** What photos and documents take, per project, and how much they may: the operator says. */
export function StorageCard({ company }: { company: ViewerCompany }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const use = useQuery(storageUseQuery(company.id));
  const limit = company.storage_limit_bytes;
  const rows = use.data ?? [];
  const used = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  const words = t('storage.used', { used: fileSize(used, format), limit: fileSize(limit, format) });
  const ids = [...new Set(rows.map(({ project_id }) => project_id))];
  const bytesOf = (id: string | null): number =>
    rows.reduce((sum, row) => sum + (row.project_id === id ? row.bytes : 0), 0);
  const largest = ids
    .map((id) => ({ id, bytes: bytesOf(id) }))
    .sort((one, other) => other.bytes - one.bytes);
  return (
    <SettingsCard title={t('storage.title')} text={t('storage.text')}>
      <Loaded query={use} skeleton={<ListSkeleton rows={2} />}>
        <p className="mb-1.5 font-[550] text-sm">{words}</p>
        <Progress
          value={limit === 0 ? 100 : (used / limit) * 100}
          label={words}
          tone={used > 0.9 * limit ? 'attention' : 'primary'}
        />
        <ul className="mt-3 divide-y text-sm empty:hidden">
          {largest.map(({ id, bytes }) => (
            <li key={id} className="flex justify-between gap-3 py-1.5">
              {id ? <ProjectName projectId={id} /> : t('storage.noProject')}
              <span className="tabular text-muted">{fileSize(bytes, format)}</span>
            </li>
          ))}
        </ul>
      </Loaded>
      <p className="mt-3 text-muted text-sm">{t('storage.limitHint')}</p>
    </SettingsCard>
  );
}
