import { useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { BulletinArticle } from '@/entities/bulletin/bulletin-article';
import { type Bulletin, mustBeConfirmed } from '@/entities/bulletin/bulletins-query';
import { useNoteBulletin } from '@/entities/bulletin/use-note-bulletin';
import { BulletinBadges } from '@/features/bulletin/components/bulletin-badges';
import type { Shown } from '@/features/bulletin/components/bulletin-list';
import { Comments } from '@/features/bulletin/components/comments';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface ReadingDialogProps {
  bulletin: Shown;
  /** The reader's own copy; null for a manager it is not for. */
  own: Bulletin | null;
  /** Managers: buttons to edit, to see who has read it. */
  actions?: React.ReactNode;
  onTalk: (() => void) | null;
  onClose: () => void;
}

/** A bulletin to read; opening it is noted, confirming it is one tap. */
export default function ReadingDialog({
  bulletin,
  own,
  actions,
  onTalk,
  onClose,
}: ReadingDialogProps) {
  const { t } = useTranslation(['bulletin', 'common']);
  const format = useFormat();
  const note = useNoteBulletin();
  const { mutate } = note;
  const unread = own !== null && own.read_at === null;
  useEffect(() => {
    if (unread) mutate({ id: bulletin.id, action: 'read' });
  }, [unread, bulletin.id, mutate]);
  const confirms = own !== null && mustBeConfirmed(own);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('title')}
        description={[own?.author, format.dateTime(bulletin.publish_at)]
          .filter(Boolean)
          .join(' · ')}
        width="large"
      >
        <DialogBody>
          <div className="mb-3 flex flex-wrap gap-2 empty:hidden">
            <BulletinBadges bulletin={bulletin} />
          </div>
          <BulletinArticle bulletin={bulletin} />
          {bulletin.comments_allowed && <Comments bulletinId={bulletin.id} />}
        </DialogBody>
        <DialogFooter className="border-t">
          {actions}
          {onTalk && bulletin.kind === 'talk' && <Button onClick={onTalk}>{t('talk.open')}</Button>}
          {confirms ? (
            <Button
              variant="primary"
              size="large"
              busy={note.isPending && note.variables?.action === 'acknowledge'}
              onClick={() =>
                mutate({ id: bulletin.id, action: 'acknowledge' }, { onSuccess: onClose })
              }
            >
              {t('reader.confirm')}
            </Button>
          ) : (
            <Button onClick={onClose}>{t('common:action.close')}</Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
