import { FileText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Card } from '@/components/ui/card';
import { useProject } from '@/entities/project/projects-query';
import { chooseDocuments } from '@/features/documents/choose-documents';
import { DeletedList } from '@/features/documents/components/deleted-list';
import { DocumentDetails } from '@/features/documents/components/document-details';
import { DocumentTable } from '@/features/documents/components/document-table';
import { DropArea } from '@/features/documents/components/drop-area';
import { ExpiringNotice } from '@/features/documents/components/expiring-notice';
import { FolderHeader } from '@/features/documents/components/folder-header';
import { FolderList } from '@/features/documents/components/folder-list';
import { ScreenActions } from '@/features/documents/components/screen-actions';
import { UploadList } from '@/features/documents/components/upload-list';
import { isExpiring } from '@/features/documents/document-facts';
import { useDocuments } from '@/features/documents/use-documents';
import { useDocumentsAddress } from '@/features/documents/use-documents-address';
import { useUploads } from '@/features/documents/use-uploads';
import { cn } from '@/lib/class-names';

const FolderDialog = lazy(() => import('@/features/documents/components/folder-dialog'));
const FolderCodeDialog = lazy(() => import('@/features/documents/components/folder-code-dialog'));

/** Folders of the company and of a project, their documents, and one of them beside. */
export function DocumentsScreen() {
  const { t } = useTranslation(['documents', 'common']);
  const address = useDocumentsAddress();
  const data = useDocuments(address.search);
  const { all, manages, leads, companyId, today, pins } = data;
  const folders = data.folders.data ?? [];
  const project = useProject(address.projectId);
  const uploads = useUploads(all);
  const [typed, setTyped] = useState(address.search);
  const [foldersShown, setFoldersShown] = useState(false);
  const chosen = chooseDocuments({ ...address, folders, documents: all, today, data });
  const { place, folder, shown } = chosen;
  const target = place && { companyId, ...place };
  const mayAdd = target !== null && (manages || (leads && target.projectId !== null));
  const addFiles = mayAdd ? (files: readonly File[]) => uploads.add(target, files) : null;
  const counts = {
    required: data.progress?.size ?? data.toSign.length,
    expiring: all.filter((document) => isExpiring(document, today)).length,
    pinned: pins.kept.length,
  };

  return (
    <>
      <PageHeader
        title={t('title')}
        description={project ? t('descriptionProject', { name: project.name }) : t('description')}
        actions={
          <ScreenActions
            search={typed}
            onSearch={(words) => {
              setTyped(words);
              address.change({ search: words || null, document: null });
            }}
            onNewFolder={manages ? () => address.change({ dialog: 'folder' }) : null}
            onFiles={addFiles}
          />
        }
      />
      {leads && (
        <ExpiringNotice
          documents={all.filter((document) => isExpiring(document, today))}
          onReview={() => address.change({ view: 'expiring', folder: null, search: null })}
        />
      )}
      <Card className="grid min-h-[60dvh] lg:grid-cols-[220px_1fr] xl:grid-cols-[220px_1fr_336px]">
        <div
          id="document-folders"
          className={cn(
            'min-w-0 border-border max-lg:border-b lg:border-r',
            !foldersShown && 'max-lg:hidden',
          )}
        >
          <FolderList
            folders={folders}
            documents={all}
            projectId={project?.id ?? null}
            place={address.search ? null : place}
            view={address.view}
            counts={counts}
            managesDeleted={manages}
            onProject={(id) =>
              address.change({ project: id, folder: id ? 'project' : 'company', view: null })
            }
            onPlace={(next) => {
              setTyped('');
              setFoldersShown(false);
              address.choosePlace(next);
            }}
            onView={(view) => {
              setTyped('');
              setFoldersShown(false);
              address.change({ view, folder: null, search: null, document: null });
            }}
          />
        </div>
        <div className="flex min-w-0 flex-col">
          <FolderHeader
            title={chosen.title(t)}
            folder={folder}
            documents={shown}
            manages={manages}
            companyId={companyId}
            foldersShown={foldersShown}
            onFolders={() => setFoldersShown(!foldersShown)}
            onEdit={() => address.change({ dialog: 'edit-folder' })}
            onCode={() => address.change({ dialog: 'code' })}
            onDeleted={() => address.change({ folder: null })}
          />
          {address.view === 'deleted' && manages ? (
            <DeletedList companyId={companyId} />
          ) : (
            <DropArea onFiles={addFiles}>
              <Loaded query={data.hits ?? withKept(data)} skeleton={<TableSkeleton />}>
                {shown.length === 0 ? (
                  <EmptyState
                    icon={FileText}
                    title={t(chosen.empty)}
                    text={addFiles ? t('empty.add') : undefined}
                  />
                ) : (
                  <DocumentTable
                    label={chosen.title(t)}
                    documents={shown}
                    chosen={address.document}
                    today={today}
                    progress={data.progress}
                    toSign={new Set(data.toSign.map(({ document_id }) => document_id))}
                    pinned={pins.ids}
                    excerpts={chosen.excerpts}
                    onChoose={(id) => address.change({ document: id })}
                  />
                )}
              </Loaded>
            </DropArea>
          )}
          <UploadList uploads={uploads.uploads} onRetry={uploads.retry} onClear={uploads.clear} />
        </div>
        <DocumentDetails data={data} address={address} folders={folders} onVersion={uploads.add} />
      </Card>
      <Suspense>
        {manages &&
          (address.dialog === 'folder' || (address.dialog === 'edit-folder' && folder)) && (
            <FolderDialog
              companyId={companyId}
              folder={address.dialog === 'folder' ? null : folder}
              projectId={place?.projectId ?? null}
              onClose={() => address.change({ dialog: null })}
            />
          )}
        {address.dialog === 'code' && folder && (
          <FolderCodeDialog folder={folder} onClose={() => address.change({ dialog: null })} />
        )}
      </Suspense>
    </>
  );
}

/** A list that cannot be loaded is no failure while the device has documents of its own. */
function withKept({ documents, pins }: ReturnType<typeof useDocuments>) {
  return documents.isLoadingError && pins.kept.length > 0
    ? { ...documents, isLoadingError: false as const }
    : documents;
}
