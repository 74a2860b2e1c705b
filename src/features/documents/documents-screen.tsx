import { FileText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
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
import { useTranslation } from '@/lib/use-translation';

const FolderDialog = lateDialog(() => import('@/features/documents/components/folder-dialog'));
const FolderCodeDialog = lateDialog(
  () => import('@/features/documents/components/folder-code-dialog'),
);

type Data = ReturnType<typeof useDocuments>;
type Address = ReturnType<typeof useDocumentsAddress>;
type Chosen = ReturnType<typeof chooseDocuments>;

/** What the address shows, and what may be done there. */
function useScreen() {
  const address = useDocumentsAddress();
  const data = useDocuments(address.search);
  const { all, manages, leads, companyId, today } = data;
  const folders = data.folders.data ?? [];
  const uploads = useUploads(all);
  const [typed, setTyped] = useState(address.search);
  const [foldersShown, setFoldersShown] = useState(false);
  const chosen = chooseDocuments({ ...address, folders, documents: all, today, data });
  const target = chosen.place && { companyId, ...chosen.place };
  const mayAdd = target !== null && (manages || (leads && target.projectId !== null));
  const leave = () => {
    setTyped('');
    setFoldersShown(false);
  };
  return {
    address,
    data,
    folders,
    uploads,
    chosen,
    typed,
    setTyped,
    foldersShown,
    setFoldersShown,
    leave,
    expiring: all.filter((document) => isExpiring(document, today)),
    addFiles: mayAdd ? (files: readonly File[]) => uploads.add(target, files) : null,
  };
}

type Screen = ReturnType<typeof useScreen>;

function Folders({ screen }: { screen: Screen }) {
  const { address, data, folders, chosen, expiring, leave } = screen;
  const project = useProject(address.projectId);
  return (
    <div
      id="document-folders"
      className={cn(
        'min-w-0 border-border max-lg:border-b lg:border-r',
        !screen.foldersShown && 'max-lg:hidden',
      )}
    >
      <FolderList
        folders={folders}
        documents={data.isKnown ? data.all : null}
        projectId={project?.id ?? null}
        place={address.search ? null : chosen.place}
        view={address.view}
        counts={{
          required: data.progress?.size ?? (data.isSigningKnown ? data.toSign.length : undefined),
          expiring: data.isKnown ? expiring.length : undefined,
          pinned: data.pins.kept.length,
        }}
        managesDeleted={data.manages}
        onProject={(id) =>
          address.change({ project: id, folder: id ? 'project' : 'company', view: null })
        }
        onPlace={(next) => {
          leave();
          address.choosePlace(next);
        }}
        onView={(view) => {
          leave();
          address.change({ view, folder: null, search: null, document: null });
        }}
      />
    </div>
  );
}

interface DocumentListProps {
  data: Data;
  address: Address;
  chosen: Chosen;
  mayAdd: boolean;
}

function DocumentList({ data, address, chosen, mayAdd }: DocumentListProps) {
  const { t } = useTranslation(['documents', 'common']);
  return (
    <Loaded query={data.hits ?? withStored(data)} skeleton={<TableSkeleton />}>
      {chosen.shown.length === 0 ? (
        <EmptyState
          icon={FileText}
          title={t(chosen.empty)}
          text={mayAdd ? t('empty.add') : undefined}
        />
      ) : (
        <DocumentTable
          label={chosen.title(t)}
          documents={chosen.shown}
          chosen={address.document}
          today={data.today}
          progress={data.progress}
          toSign={new Set(data.toSign.map(({ document_id }) => document_id))}
          pinned={data.pins.ids}
          excerpts={chosen.excerpts}
          onChoose={(id) => address.change({ document: id })}
        />
      )}
    </Loaded>
  );
}

/** The folder that is open: its documents, and what is on its way into it. */
function OpenFolder({ screen }: { screen: Screen }) {
  const { t } = useTranslation(['documents', 'common']);
  const { address, data, chosen, uploads, addFiles, foldersShown, setFoldersShown } = screen;
  return (
    <div className="flex min-w-0 flex-col">
      <FolderHeader
        title={chosen.title(t)}
        folder={chosen.folder}
        documents={chosen.shown}
        isKnown={data.isKnown}
        manages={data.manages}
        companyId={data.companyId}
        foldersShown={foldersShown}
        onFolders={() => setFoldersShown(!foldersShown)}
        onEdit={() => address.change({ dialog: 'edit-folder' })}
        onCode={() => address.change({ dialog: 'code' })}
        onDeleted={() => address.change({ folder: null })}
      />
      {address.view === 'deleted' && data.manages ? (
        <DeletedList companyId={data.companyId} />
      ) : (
        <DropArea onFiles={addFiles}>
          <DocumentList data={data} address={address} chosen={chosen} mayAdd={addFiles !== null} />
        </DropArea>
      )}
      <UploadList uploads={uploads.uploads} onRetry={uploads.retry} onClear={uploads.clear} />
    </div>
  );
}

function FolderDialogs({ address, data, chosen }: Omit<DocumentListProps, 'mayAdd'>) {
  const { dialog } = address;
  const { folder, place } = chosen;
  const close = () => address.change({ dialog: null });
  return (
    <Suspense>
      {data.manages && (dialog === 'folder' || (dialog === 'edit-folder' && folder)) && (
        <FolderDialog
          companyId={data.companyId}
          folder={dialog === 'folder' ? null : folder}
          projectId={place?.projectId ?? null}
          onClose={close}
        />
      )}
      {dialog === 'code' && folder && <FolderCodeDialog folder={folder} onClose={close} />}
    </Suspense>
  );
}

/** Folders of the company and of a project, their documents, and one of them beside. */
export function DocumentsScreen() {
  const { t } = useTranslation(['documents', 'common']);
  const screen = useScreen();
  const { address, data, chosen } = screen;
  const project = useProject(address.projectId);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={project ? t('descriptionProject', { name: project.name }) : t('description')}
        actions={
          <ScreenActions
            search={screen.typed}
            onSearch={(words) => {
              screen.setTyped(words);
              address.change({ search: words || null, document: null });
            }}
            onNewFolder={data.manages ? () => address.change({ dialog: 'folder' }) : null}
            onFiles={screen.addFiles}
          />
        }
      />
      {data.leads && (
        <ExpiringNotice
          documents={screen.expiring}
          onReview={() => address.change({ view: 'expiring', folder: null, search: null })}
        />
      )}
      <Card className="grid min-h-[60dvh] lg:grid-cols-[220px_1fr] xl:grid-cols-[220px_1fr_336px]">
        <Folders screen={screen} />
        <OpenFolder screen={screen} />
        <DocumentDetails
          data={data}
          address={address}
          folders={screen.folders}
          onVersion={screen.uploads.add}
        />
      </Card>
      <FolderDialogs address={address} data={data} chosen={chosen} />
    </>
  );
}

/** A list that cannot be loaded is no failure while the device has documents of its own. */
function withStored({ documents, pins }: ReturnType<typeof useDocuments>) {
  return documents.isLoadingError && pins.kept.length > 0
    ? { ...documents, isLoadingError: false as const }
    : documents;
}
