import { Download, Eye } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import type { Document, Version } from '@/features/documents/api/queries';
import { type PanelActions, PanelMenu } from '@/features/documents/components/panel-menu';
import { ReadingSection } from '@/features/documents/components/reading-section';
import { currentVersion, fileSize, kindOf } from '@/features/documents/document-facts';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface DocumentPanelProps extends PanelActions {
  onOpen: (version: Version) => void;
  onDownload: (version: Version) => void;
  onCompare: () => void;
  document: Document;
  pinned: boolean;
  /** Whether the viewer sees who has signed. */
  leads: boolean;
}

/** One document: its file, who has signed it, and its versions. */
export function DocumentPanel({ document, pinned, leads, ...on }: DocumentPanelProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const people = useEmployeeOptions().data ?? [];
  const current = currentVersion(document);
  const author = (version: Version): string | null => {
    const person = people.find(({ user_id }) => user_id !== null && user_id === version.created_by);
    return person ? employeeName(person) : null;
  };
  const facts = current && [
    kindOf(current),
    current.size_bytes !== null && fileSize(current.size_bytes, format.number),
    author(current) && t('document.by', { name: author(current) }),
    document.expires_on && t('document.expiresOn', { date: format.date(document.expires_on) }),
  ];
  return (
    <div className="divide-y">
      <section className="grid gap-3 px-4 py-4">
        <div>
          <h2 className="break-words font-[640]">{document.name}</h2>
          <p className="text-muted text-sm">
            {facts ? facts.filter(Boolean).join(' · ') : t('list.noFile')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {current && (
            <>
              <Button variant="primary" onClick={() => on.onOpen(current)}>
                <Eye aria-hidden="true" />
                {t('document.open')}
              </Button>
              <Button onClick={() => on.onDownload(current)}>
                <Download aria-hidden="true" />
                {t('document.download')}
              </Button>
            </>
          )}
          <PanelMenu pinned={pinned} {...on} />
        </div>
      </section>
      {document.required_reading && leads && current && (
        <ReadingSection documentId={document.id} version={current.version} />
      )}
      <section className="px-4 py-4">
        <div className="flex items-center justify-between gap-3">
          <h3 className="font-[620] text-sm">{t('versions.title')}</h3>
          {document.versions.length > 1 && (
            <Button variant="link" size="inline" onClick={on.onCompare}>
              {t('versions.compare')}
            </Button>
          )}
        </div>
        <ol className="mt-2 grid gap-3">
          {document.versions.map((version) => (
            <li key={version.id} className="flex items-start gap-3 text-sm">
              <Badge tone={version.superseded_at ? 'neutral' : 'success'}>
                {t('version', { version: version.version })}
              </Badge>
              <button
                type="button"
                className="touch-target min-w-0 flex-1 text-left hover:underline"
                onClick={() => on.onOpen(version)}
              >
                <span className="block break-words">
                  {version.note ?? version.file_name ?? t('versions.file')}
                </span>
                <span className="block text-muted">
                  {[format.dateOfInstant(version.created_at), author(version)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </button>
              <span className={version.superseded_at ? 'text-muted' : 'text-success-strong'}>
                {t(version.superseded_at ? 'versions.superseded' : 'versions.current')}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
