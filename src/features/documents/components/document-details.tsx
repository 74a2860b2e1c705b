import { FileText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { downloadVersion } from '@/features/documents/api/file';
import type { Document, Folder, Version } from '@/features/documents/api/queries';
import { useDeleteDocument } from '@/features/documents/api/save-document';
import { DocumentPanel } from '@/features/documents/components/document-panel';
import type { useDocuments } from '@/features/documents/use-documents';
import type { useDocumentsAddress } from '@/features/documents/use-documents-address';
import type { useUploads } from '@/features/documents/use-uploads';
import { errorText, toAppError } from '@/lib/errors';
import { toast } from '@/lib/toast';
import { useMediaQuery } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';

const PreviewDialog = lateDialog(() => import('@/features/documents/components/preview-dialog'));
const CompareDialog = lateDialog(() => import('@/features/documents/components/compare-dialog'));
const DocumentDialog = lateDialog(() => import('@/features/documents/components/document-dialog'));
const VersionDialog = lateDialog(() => import('@/features/documents/components/version-dialog'));

export interface DocumentDetailsProps {
  data: ReturnType<typeof useDocuments>;
  address: ReturnType<typeof useDocumentsAddress>;
  folders: readonly Folder[];
  onVersion: ReturnType<typeof useUploads>['add'];
}

/** The chosen document beside the list, on smaller screens above it; and what opens from there. */
export function DocumentDetails({ data, address, folders, onVersion }: DocumentDetailsProps) {
  const { t } = useTranslation('documents');
  const wide = useMediaQuery('(min-width: 1280px)');
  const [dialog, setDialog] = useState<'edit' | 'version' | 'compare' | null>(null);
  const remove = useDeleteDocument(data.companyId);
  const chosen = data.all.find(({ id }) => id === address.document) ?? null;
  const opened = findVersion(data.all, address.open);
  const mayAdd = chosen !== null && (data.manages || (data.leads && chosen.project_id !== null));
  const download = (document: Document, version: Version) =>
    downloadVersion(document.name, version).catch((cause) =>
      toast.error(t('preview.failed'), { description: errorText(toAppError(cause)) }),
    );
  const panel = chosen && (
    <DocumentPanel
      document={chosen}
      pinned={data.pins.ids.has(chosen.id)}
      leads={data.leads}
      onOpen={({ id }) => address.change({ open: id })}
      onDownload={(version) => void download(chosen, version)}
      onCompare={() => setDialog('compare')}
      onPin={(on) => void data.pins.set(chosen, on)}
      onEdit={data.manages ? () => setDialog('edit') : null}
      onNewVersion={mayAdd ? () => setDialog('version') : null}
      onDelete={
        data.manages
          ? () => remove.mutate(chosen, { onSuccess: () => address.change({ document: null }) })
          : null
      }
    />
  );
  return (
    <>
      {wide && (
        <aside className="min-w-0 border-l" aria-label={t('document.details')}>
          {panel ?? <EmptyState icon={FileText} title={t('document.choose')} />}
        </aside>
      )}
      {!wide && chosen && (
        <Dialog open onOpenChange={(open) => !open && address.change({ document: null })}>
          <DialogContent title={t('document.details')}>
            <DialogBody className="px-1!">{panel}</DialogBody>
          </DialogContent>
        </Dialog>
      )}
      <Suspense>
        {opened && (
          <PreviewDialog
            document={opened.document}
            version={opened.version}
            mustSign={data.toSign.some(({ version_id }) => version_id === opened.version.id)}
            onDownload={() => void download(opened.document, opened.version)}
            onClose={() => address.change({ open: null })}
          />
        )}
        {chosen && dialog === 'compare' && (
          <CompareDialog document={chosen} onClose={() => setDialog(null)} />
        )}
        {chosen && dialog === 'edit' && (
          <DocumentDialog
            companyId={data.companyId}
            document={chosen}
            folders={folders}
            onClose={() => setDialog(null)}
          />
        )}
        {chosen && dialog === 'version' && (
          <VersionDialog
            name={chosen.name}
            onClose={() => setDialog(null)}
            onFile={(file, note) =>
              onVersion(
                {
                  companyId: data.companyId,
                  projectId: chosen.project_id,
                  folderId: chosen.folder_id,
                },
                [file],
                { of: chosen, note },
              )
            }
          />
        )}
      </Suspense>
    </>
  );
}

function findVersion(documents: readonly Document[], versionId: string | null) {
  for (const document of documents) {
    const version = document.versions.find(({ id }) => id === versionId);
    if (version) return { document, version };
  }
  return null;
}
