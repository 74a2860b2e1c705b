import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import type { PortalLink, PortalView } from '@/entities/portal-link/portal-links';
import { deviceName } from '@/lib/device-name';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface ViewsDialogProps {
  link: PortalLink;
  views: readonly PortalView[];
  onClose: () => void;
}

/** Each visit through a link: what, when, from which network. */
export function ViewsDialog({ link, views, onClose }: ViewsDialogProps) {
  const { t } = useTranslation('portal-links');
  const format = useFormat();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('links.historyOf', { label: link.label })}>
        <DialogBody className="pb-5">
          {views.length === 0 ? (
            <p className="text-muted">{t('links.noViews')}</p>
          ) : (
            <ul className="divide-y">
              {views.map((view) => (
                <li key={view.id} className="py-2 text-sm">
                  <p className="font-[550]">{t(`links.viewOf.${view.subject}`)}</p>
                  <p className="text-muted">
                    {[
                      format.dateTime(view.viewed_at),
                      view.address ?? t('links.unknownAddress'),
                      view.device && deviceName(view.device),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
