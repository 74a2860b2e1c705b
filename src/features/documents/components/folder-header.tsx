import { Download, FolderOpen, MoreHorizontal, QrCode } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import type { Document, Folder } from '@/features/documents/api/queries';
import { useDeleteFolder } from '@/features/documents/api/save-folder';
import { errorText, toAppError } from '@/lib/errors';
import { loadCode } from '@/lib/load-code';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

export interface FolderHeaderProps {
  title: string;
  /** Null: a list that is no folder. */
  folder: Folder | null;
  documents: readonly Document[];
  /** False: nobody has said yet which documents there are. */
  isKnown: boolean;
  manages: boolean;
  companyId: string;
  /** Small screens: shows and hides the folders. */
  onFolders: () => void;
  foldersShown: boolean;
  onEdit: () => void;
  onCode: () => void;
  onDeleted: () => void;
}

export function FolderHeader(props: FolderHeaderProps) {
  const { title, folder, documents, isKnown, manages, companyId } = props;
  const { t } = useTranslation(['documents', 'common']);
  const [zipping, setZipping] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteFolder(companyId);
  const audience =
    folder &&
    t(
      folder.audience.everyone === true
        ? folder.project_id
          ? 'folder.forProject'
          : 'folder.forEveryone'
        : 'folder.forSome',
    );
  const zip = async () => {
    setZipping(true);
    try {
      await (await loadCode(() => import('@/features/documents/zip-folder'))).zipFolder(
        title,
        documents,
      );
    } catch (cause) {
      toast.error(t('zip.failed'), { description: errorText(toAppError(cause)) });
    } finally {
      setZipping(false);
    }
  };
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-3">
      <Button
        size="small"
        className="lg:hidden"
        aria-expanded={props.foldersShown}
        aria-controls="document-folders"
        onClick={props.onFolders}
      >
        <FolderOpen aria-hidden="true" />
        {t('folder.list')}
      </Button>
      <h2 className="min-w-0 break-words font-[640]">{title}</h2>
      <p className="mr-auto text-muted text-sm">
        {[isKnown && t('files', { count: documents.length }), audience].filter(Boolean).join(' · ')}
      </p>
      <div className="flex gap-2">
        {folder && (
          <Button size="small" onClick={props.onCode}>
            <QrCode aria-hidden="true" />
            {t('code.button')}
          </Button>
        )}
        {documents.length > 0 && (
          <Button
            size="small"
            busy={zipping}
            aria-label={t('zip.button')}
            onClick={() => void zip()}
          >
            {!zipping && <Download aria-hidden="true" />}
            {t('zip.short')}
          </Button>
        )}
        {folder && manages && (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button size="small" aria-label={t('folder.more')}>
                <MoreHorizontal aria-hidden="true" />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end">
              <DropdownMenuItem onSelect={props.onEdit}>{t('folder.edit')}</DropdownMenuItem>
              <DropdownMenuItem tone="danger" onSelect={() => setDeleting(true)}>
                {t('folder.delete')}
              </DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        )}
      </div>
      {folder && (
        <ConfirmDialog
          open={deleting}
          onOpenChange={setDeleting}
          title={t('folder.deleteTitle', { name: folder.name })}
          description={t('folder.deleteText')}
          confirmLabel={t('common:action.delete')}
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(folder.id, {
              onSuccess: () => {
                setDeleting(false);
                props.onDeleted();
              },
            })
          }
        />
      )}
    </header>
  );
}
