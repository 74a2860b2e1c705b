import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { ShownOnce } from '@/entities/portal-link/shown-once';
import type { Subcontractor } from '@/features/public-work/handoff/api/queries';
import {
  useMailMissing,
  useNewSubcontractorLink,
  useRevokeSubcontractor,
} from '@/features/public-work/handoff/api/subcontractors';
import { useTranslation } from '@/lib/use-translation';

interface SubMenuProps {
  subcontractor: Subcontractor;
  onEdit: () => void;
}

export function SubMenu({ subcontractor: { id, name, email }, onEdit }: SubMenuProps) {
  const { t } = useTranslation('handoff');
  const [isRevoking, setIsRevoking] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const mail = useMailMissing();
  const renew = useNewSubcontractorLink();
  const revoke = useRevokeSubcontractor();
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon" aria-label={t('subs.menu', { name })}>
            <MoreHorizontal />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={onEdit}>{t('subs.edit')}</DropdownMenuItem>
          {email && (
            <DropdownMenuItem onSelect={() => mail.mutate([id])}>
              {t('subs.mailOne')}
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => renew.mutate(id, { onSuccess: setAddress })}>
            {t('subs.newLink')}
          </DropdownMenuItem>
          <DropdownMenuItem tone="danger" onSelect={() => setIsRevoking(true)}>
            {t('subs.revoke')}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        open={isRevoking}
        onOpenChange={setIsRevoking}
        title={t('subs.revokeTitle', { name })}
        description={t('subs.revokeText')}
        confirmLabel={t('subs.revoke')}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate(id, { onSuccess: () => setIsRevoking(false) })}
      />
      {address && (
        <ShownOnce
          title={t('invite.link', { name })}
          description={t('invite.linkText')}
          address={address}
          onClose={() => setAddress(null)}
        />
      )}
    </>
  );
}
