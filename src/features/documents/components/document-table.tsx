import { FileText, Pin } from 'lucide-react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { Badge } from '@/components/ui/badge';
import { Progress } from '@/components/ui/progress';
import type { Document, Progress as Signed } from '@/features/documents/api/queries';
import { currentVersion, expiryOf, kindOf } from '@/features/documents/document-facts';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface DocumentTableProps {
  label: string;
  documents: readonly Document[];
  chosen: string | null;
  today: string;
  progress: ReadonlyMap<string, Signed> | undefined;
  /** Documents the viewer has yet to sign. */
  toSign: ReadonlySet<string>;
  pinned: ReadonlySet<string>;
  /** Where the search found a document: a few words around it. */
  excerpts: ReadonlyMap<string, string>;
  onChoose: (id: string) => void;
}

export function DocumentTable(props: DocumentTableProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const about = (document: Document): string => {
    const version = currentVersion(document);
    if (!version) return t('list.noFile');
    return [
      kindOf(version),
      version.page_count && t('list.pages', { count: version.page_count }),
      format.dateOfInstant(version.created_at),
    ]
      .filter(Boolean)
      .join(' · ');
  };
  const columns: Column<Document>[] = [
    {
      id: 'name',
      header: t('list.name'),
      card: 'title',
      sortBy: ({ name }) => name,
      cell: (row) => (
        <button
          type="button"
          className="touch-target flex w-full items-start gap-3 text-left"
          aria-current={row.id === props.chosen || undefined}
          onClick={() => props.onChoose(row.id)}
        >
          <FileText
            className={cn(
              'mt-0.5 size-4.5 shrink-0',
              row.id === props.chosen ? 'text-primary' : 'text-muted',
            )}
            aria-hidden="true"
          />
          <span className="min-w-0">
            <span className="block break-words font-[600]">
              {row.name}
              {props.pinned.has(row.id) && (
                <Pin
                  className="ml-1.5 inline size-3.5 text-muted"
                  role="img"
                  aria-label={t('pin.here')}
                />
              )}
            </span>
            <span className="block text-muted text-sm">{about(row)}</span>
            {props.excerpts.has(row.id) && (
              <span className="mt-0.5 line-clamp-2 block text-muted text-sm italic">
                {props.excerpts.get(row.id)}
              </span>
            )}
          </span>
        </button>
      ),
    },
    {
      id: 'version',
      header: t('list.version'),
      className: 'w-20',
      card: 'aside',
      cell: (row) => {
        const version = currentVersion(row)?.version ?? 0;
        return version > 0 ? (
          <Badge tone={version > 1 ? 'primary' : 'neutral'}>{t('version', { version })}</Badge>
        ) : (
          '–'
        );
      },
    },
    {
      id: 'expires',
      header: t('list.expires'),
      className: 'w-28',
      sortBy: ({ expires_on }) => expires_on,
      cell: (row) => {
        const expiry = expiryOf(row, props.today);
        if (!expiry || !row.expires_on) return '–';
        return (
          <span
            className={cn(
              expiry === 'soon' && 'font-[620] text-attention-strong',
              expiry === 'expired' && 'font-[620] text-danger',
            )}
          >
            {format.date(row.expires_on)}
            {expiry === 'expired' && <span className="block text-xs">{t('list.expired')}</span>}
          </span>
        );
      },
    },
    {
      id: 'signed',
      header: t('list.signed'),
      className: 'w-36',
      cell: (row) => {
        if (!row.required_reading) return '–';
        const counts = props.progress?.get(row.id);
        if (counts)
          return (
            <span className="flex items-center gap-2.5">
              <Progress
                className="w-16 shrink-0"
                label={t('list.signed')}
                value={counts.people === 0 ? 100 : (100 * counts.signed) / counts.people}
                tone={counts.signed >= counts.people ? 'success' : 'primary'}
              />
              <span className="tabular whitespace-nowrap text-sm">
                {t('signedOf', { signed: counts.signed, people: counts.people })}
              </span>
            </span>
          );
        return props.toSign.has(row.id) ? (
          <Badge tone="attention">{t('sign.waiting')}</Badge>
        ) : (
          <Badge tone="success">{t('sign.done')}</Badge>
        );
      },
    },
  ];
  return (
    <DataTable
      label={props.label}
      rows={props.documents}
      columns={columns}
      rowKey={({ id }) => id}
      onRowOpen={({ id }) => props.onChoose(id)}
    />
  );
}
