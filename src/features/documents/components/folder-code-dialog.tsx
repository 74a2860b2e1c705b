import { createPortal } from 'react-dom';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { useProject } from '@/entities/project/projects-query';
import type { Folder } from '@/features/documents/api/queries';
import { qrPicture } from '@/lib/qr-picture';
import { useTranslation } from '@/lib/use-translation';

/** Opens the folder for who may see it; the code alone gives no rights. */
const addressOf = ({ id, project_id }: Folder): string =>
  `${window.location.origin}/documents?folder=${id}${project_id ? `&project=${project_id}` : ''}`;

export default function FolderCodeDialog({
  folder,
  onClose,
}: {
  folder: Folder;
  onClose: () => void;
}) {
  const { t } = useTranslation(['documents', 'common']);
  const project = useProject(folder.project_id);
  const sheet = (
    <figure className="mx-auto flex w-full max-w-72 flex-col items-center rounded-card border bg-white p-4 text-center text-black">
      <img src={qrPicture(addressOf(folder))} alt="" className="w-full" />
      <figcaption>
        <span className="block font-bold text-lg">{folder.name}</span>
        {project && <span className="block text-sm">{project.name}</span>}
        <span className="mt-1 block text-sm">{t('code.scan')}</span>
      </figcaption>
    </figure>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent width="small" title={t('code.title')} description={t('code.text')}>
        <DialogBody>{sheet}</DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <Button variant="primary" onClick={() => window.print()}>
            {t('common:action.print')}
          </Button>
        </DialogFooter>
      </DialogContent>
      {createPortal(<section data-print="sheet">{sheet}</section>, document.body)}
    </Dialog>
  );
}
