import { useQuery } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { Suspense, useState } from 'react';
import { FirstFew } from '@/components/shared/first-few';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { packetsMadeQuery } from '@/features/packets/api/packets';
import type { PacketDialogProps } from '@/features/packets/packet-dialog';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const PacketDialog = lateDialog(async () => ({
  default: (await import('@/features/packets/packet-dialog')).PacketDialog,
}));

/** The button for a packet of a person or a project, and who made which before. */
export function PacketCard({ kind, id, name }: Omit<PacketDialogProps, 'onClose'>) {
  const { t } = useTranslation('packets');
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby={`packets-${id}`} className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h3 id={`packets-${id}`} className="font-[620] text-base">
            {t(`card.${kind}`)}
          </h3>
          <p className="mt-1 text-muted text-sm">{t(`card.${kind}Text`, { name })}</p>
        </div>
        <Button onClick={() => setOpen(true)} onPointerEnter={PacketDialog.prefetch}>
          <FileArchive aria-hidden="true" />
          {t(`open.${kind}`)}
        </Button>
      </div>
      <PacketsMade kind={kind} id={id} />
      {isOpen && (
        <Suspense>
          <PacketDialog kind={kind} id={id} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

function PacketsMade({ kind, id }: Pick<PacketDialogProps, 'kind' | 'id'>) {
  const { t } = useTranslation('packets');
  const format = useFormat();
  const made = useQuery(packetsMadeQuery(kind, id));
  return (
    <div>
      <h4 className="mb-1 font-[550] text-sm">{t('card.made')}</h4>
      <Loaded query={made} skeleton={<ListSkeleton rows={1} />}>
        {(packets) =>
          packets.length === 0 ? (
            <p className="text-muted text-sm">{t('card.none')}</p>
          ) : (
            <FirstFew
              items={packets}
              count={3}
              allLabel={t('card.all', { count: packets.length })}
              fewerLabel={t('card.fewer')}
            >
              {(packet) => {
                const request = packet.request as { asked_by?: string; redact?: boolean };
                const notes = [
                  request.asked_by && t('card.asked', { who: request.asked_by }),
                  request.redact && t('card.redacted'),
                  !packet.finished_at && t('card.unfinished'),
                ].filter(Boolean);
                return (
                  <li key={packet.id} className="grid gap-0.5 border-t py-2 text-sm">
                    <span className="font-[550]">
                      {format.dateRange(packet.start_date, packet.end_date)}
                    </span>
                    <span className="text-muted">
                      {[
                        t('card.line', {
                          made: format.dateTime(packet.created_at),
                          by: packet.made_by,
                        }),
                        ...notes,
                      ].join(' · ')}
                    </span>
                    {packet.manifest_sha256 && (
                      <span className="break-all text-muted text-xs">
                        {t('card.hash', { hash: packet.manifest_sha256 })}
                      </span>
                    )}
                  </li>
                );
              }}
            </FirstFew>
          )
        }
      </Loaded>
    </div>
  );
}
