import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { BulletinArticle } from '@/entities/bulletin/bulletin-article';
import type { Bulletin } from '@/entities/bulletin/bulletins-query';
import { type BulletinAction, useNoteBulletin } from '@/entities/bulletin/use-note-bulletin';
import { useTranslation } from '@/lib/use-translation';

/** Read and confirm, or later: both are noted, neither is waited for. */
export function BulletinStep({ bulletin, onDone }: { bulletin: Bulletin; onDone: () => void }) {
  const { t } = useTranslation('bulletin');
  const note = useNoteBulletin();
  const finish = (action: BulletinAction) => {
    note.mutate({ id: bulletin.id, action });
    onDone();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && finish('postpone')}>
      <DialogContent title={t('title')} description={t('reader.from', { name: bulletin.author })}>
        <DialogBody>
          <BulletinArticle bulletin={bulletin} />
        </DialogBody>
        <DialogFooter className="flex-wrap border-t">
          <p className="w-full! text-muted text-sm">{t('state.confirm')}</p>
          <Button size="huge" onClick={() => finish('postpone')}>
            {t('reader.later')}
          </Button>
          <Button
            size="huge"
            variant="primary"
            className="flex-1"
            onClick={() => finish('acknowledge')}
          >
            {t('reader.confirm')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
