import type { Column } from '@/components/shared/data-table/column';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { employeeName } from '@/entities/employee/employees-query';
import type { ApiToken } from '@/features/developers/api/tokens';
import { daysLeftIfSoon, isEnded } from '@/features/developers/token-state';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

export function useTokenColumns(onRevoke: (token: ApiToken) => void): Column<ApiToken>[] {
  const { t } = useTranslation('developers');
  const format = useFormat();
  const now = serverNow();
  return [
    {
      id: 'name',
      header: t('tokens.name'),
      card: 'title',
      sortBy: ({ name }) => name,
      cell: (token) => (
        <>
          <span className="block font-[620]">{token.name}</span>
          <span className="block text-muted text-sm">
            {token.person
              ? employeeName(token.person)
              : t('tokens.asRole', { role: translate(`common:role.${token.role}`) })}
          </span>
        </>
      ),
    },
    {
      id: 'scopes',
      header: t('tokens.scopes'),
      cell: ({ scopes }) => (
        <span className="flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <Badge key={scope} className="font-mono">
              {scope}
            </Badge>
          ))}
        </span>
      ),
    },
    {
      id: 'ends',
      header: t('tokens.ends'),
      sortBy: ({ expires_at }) => expires_at,
      cell: (token) => <Ends token={token} now={now} />,
    },
    {
      id: 'used',
      header: t('tokens.lastUsed'),
      sortBy: ({ last_used_at }) => last_used_at,
      cell: ({ last_used_at, last_used_network }) =>
        last_used_at ? (
          <>
            <span className="block">{format.dateTime(last_used_at)}</span>
            <span className="block text-muted text-sm">{last_used_network}</span>
          </>
        ) : (
          t('tokens.never')
        ),
    },
    {
      id: 'actions',
      header: t('tokens.revoke'),
      headerHidden: true,
      align: 'end',
      card: 'actions',
      cell: (token) =>
        isEnded(token, now) ? (
          <span className="text-muted text-sm">
            {token.revoker && t('tokens.by', { name: employeeName(token.revoker) })}
          </span>
        ) : (
          <Button size="small" onClick={() => onRevoke(token)}>
            {t('tokens.revoke')}
            <span className="sr-only">{token.name}</span>
          </Button>
        ),
    },
  ];
}

function Ends({ token, now }: { token: ApiToken; now: number }) {
  const { t } = useTranslation('developers');
  const format = useFormat();
  if (token.revoked_at) {
    return (
      <>
        <span className="block">
          {t('tokens.revokedOn', { date: format.dateTime(token.revoked_at) })}
        </span>
        {token.revoked_because !== 'revoked' && (
          <span className="block text-muted text-sm">
            {t(token.revoked_because === 'role' ? 'tokens.becauseRole' : 'tokens.becauseLeft')}
          </span>
        )}
      </>
    );
  }
  if (isEnded(token, now)) return t('tokens.endedOn', { date: format.date(token.expires_on) });
  const days = daysLeftIfSoon(token, now);
  return (
    <span className="flex flex-wrap items-center gap-2">
      {format.date(token.expires_on)}
      {days !== null && <Badge tone="attention">{t('tokens.days', { count: days })}</Badge>}
    </span>
  );
}
