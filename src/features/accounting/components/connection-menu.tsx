import { Ellipsis, KeyRound, Pause, Play, Settings2, Unplug } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Connection, useSetState } from '@/features/accounting/api/connections';
import { SYSTEM_NAMES } from '@/features/accounting/systems';
import { useTranslation } from '@/lib/use-translation';

const WhatIsSentDialog = lateDialog(async () => ({
  default: (await import('@/features/accounting/components/what-is-sent-dialog')).WhatIsSentDialog,
}));

export function ConnectionMenu({ connection }: { connection: Connection }) {
  const { t } = useTranslation(['accounting', 'common']);
  const isOwner = useViewer().employee?.role === 'owner';
  const [opened, setOpened] = useState<'sent' | 'disconnect' | null>(null);
  const setState = useSetState();
  const { id, state, system } = connection;
  const close = () => setOpened(null);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="small" aria-label={t('common:action.more')}>
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => setOpened('sent')}>
            <Settings2 aria-hidden="true" />
            {t('whatIsSent')}
          </DropdownMenuItem>
          {isOwner && (
            <DropdownMenuItem asChild>
              <Link to={`?tab=connections&setup=${system}`}>
                <KeyRound aria-hidden="true" />
                {t(system === 'quickbooks_desktop' ? 'setUpAndPassword' : 'keys')}
              </Link>
            </DropdownMenuItem>
          )}
          {state === 'paused' ? (
            <DropdownMenuItem onSelect={() => setState.mutate({ id, state: 'connected' })}>
              <Play aria-hidden="true" />
              {t('resume')}
            </DropdownMenuItem>
          ) : (
            <DropdownMenuItem onSelect={() => setState.mutate({ id, state: 'paused' })}>
              <Pause aria-hidden="true" />
              {t('pause')}
            </DropdownMenuItem>
          )}
          {isOwner && (
            <DropdownMenuItem tone="danger" onSelect={() => setOpened('disconnect')}>
              <Unplug aria-hidden="true" />
              {t('disconnect')}
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <Suspense>
        {opened === 'sent' && <WhatIsSentDialog connection={connection} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        open={opened === 'disconnect'}
        onOpenChange={close}
        title={t('disconnectTitle', { system: SYSTEM_NAMES[system] })}
        description={t('disconnectText', { system: SYSTEM_NAMES[system] })}
        confirmLabel={t('disconnect')}
        busy={setState.isPending}
        onConfirm={() => setState.mutate({ id, state: 'disconnected' }, { onSuccess: close })}
      />
    </>
  );
}
