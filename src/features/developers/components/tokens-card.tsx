import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { SecretNotice } from '@/components/shared/secret-notice';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type ApiToken,
  tokensQuery,
  tokensServedQuery,
  useCreateToken,
  useRevokeToken,
} from '@/features/developers/api/tokens';
import { NewTokenDialog } from '@/features/developers/components/new-token-dialog';
import { useTokenColumns } from '@/features/developers/components/use-token-columns';
import { isEnded } from '@/features/developers/token-state';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';

/** By them a token in a script is found again in the list. */
const PUBLIC_CHARACTERS = 8;

/** What other programs sign in with: one's own tokens, and for owners all of the company. */
export function TokensCard() {
  const { t } = useTranslation('developers');
  const companyId = useViewer().company?.id ?? '';
  const tokens = useQuery(tokensQuery(companyId));
  const served = useQuery(tokensServedQuery);
  const create = useCreateToken();
  const revoke = useRevokeToken();
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<ApiToken | null>(null);
  const [params, setParams] = useSearchParams();
  const showsEnded = params.get('ended') === '1';
  const columns = useTokenColumns(setAsked);
  const ended = tokens.data?.filter((token) => isEnded(token, serverNow())) ?? [];
  const toggleEnded = () =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (showsEnded) next.delete('ended');
      else next.set('ended', '1');
      return next;
    });
  return (
    <Card className="mb-4">
      <CardHeader
        title={t('tokens.title')}
        description={t('tokens.text')}
        divided
        action={
          served.data && (
            <Button variant="primary" onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              {t('tokens.new')}
            </Button>
          )
        }
      />
      {served.data === false && (
        <Notice tone="attention" className="m-4" title={t('tokens.notServed')}>
          {t('tokens.notServedText')}
        </Notice>
      )}
      {create.data && (
        <SecretNotice
          title={t('tokens.ready', { name: create.data.name })}
          secret={create.data.token}
          shownCharacters={'chl_pat_'.length + PUBLIC_CHARACTERS}
          copyLabel={t('tokens.copy')}
          copied={t('tokens.copied')}
        />
      )}
      <Loaded query={tokens} skeleton={<TableSkeleton />}>
        {(rows) => (
          <DataTable
            label={t('tokens.title')}
            rows={showsEnded ? rows : rows.filter((row) => !ended.includes(row))}
            columns={columns}
            rowKey={(row) => row.id}
            rowTone={(row) => (ended.includes(row) ? 'muted' : 'normal')}
            empty={
              <EmptyState icon={KeyRound} title={t('tokens.none')} text={t('tokens.noneText')} />
            }
          />
        )}
      </Loaded>
      {ended.length > 0 && (
        <div className="border-t px-5 py-3">
          <Button variant="link" size="inline" onClick={toggleEnded} aria-pressed={showsEnded}>
            {showsEnded ? t('tokens.hideEnded') : t('tokens.showEnded', { count: ended.length })}
          </Button>
        </div>
      )}
      {adding && <NewTokenDialog create={create.mutateAsync} onClose={() => setAdding(false)} />}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t('tokens.revokeTitle', { name: asked?.name ?? '' })}
        description={t('tokens.revokeText')}
        confirmLabel={t('tokens.revoke')}
        busy={revoke.isPending}
        onConfirm={() => asked && revoke.mutate(asked.id, { onSuccess: () => setAsked(null) })}
      />
    </Card>
  );
}
