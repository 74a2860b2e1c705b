import { PackageOpen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { useTranslation } from '@/lib/use-translation';

const PacketDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/handoff/packet/packet-dialog')).PacketDialog,
}));

/** Opens the answer to an audit of one project: a range, and one file. */
export function AuditPacketButton({ projectId }: { projectId: string }) {
  const { t } = useTranslation('handoff');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <PackageOpen aria-hidden="true" />
        {t('packet.open')}
      </Button>
      <Suspense>
        {isOpen && <PacketDialog projectId={projectId} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
