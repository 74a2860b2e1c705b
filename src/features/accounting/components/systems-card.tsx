import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/entities/viewer/use-viewer';
import { accountingServedQuery, type Connection } from '@/features/accounting/api/connections';
import { SET_UP_PAGES } from '@/features/accounting/set-up/set-up-pages';
import { SYSTEM_NAMES, SYSTEMS } from '@/features/accounting/systems';
import { useTranslation } from '@/lib/use-translation';

/** The systems that are not connected yet, and where an owner connects one. */
export function SystemsCard({ connections }: { connections: readonly Connection[] }) {
  const { t } = useTranslation('accounting');
  const isOwner = useViewer().employee?.role === 'owner';
  const served = useQuery(accountingServedQuery);
  const offered = SYSTEMS.filter(
    (system) =>
      SET_UP_PAGES[system] &&
      connections.every((one) => one.system !== system || one.state === 'set_up'),
  );
  if (offered.length === 0) return null;
  return (
    <SettingsCard title={t('systems.title')} text={t('systems.text')}>
      {served.data === false && (
        <Notice tone="attention" className="mb-4" title={t('systems.notServed')}>
          {t('systems.notServedText')}
        </Notice>
      )}
      <ul className="divide-y">
        {offered.map((system) => (
          <li key={system} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="mr-auto min-w-0 basis-64 grow">
              <p className="font-[620]">{SYSTEM_NAMES[system]}</p>
              <p className="text-muted text-sm">{t(`systems.${system}`)}</p>
            </div>
            {isOwner && served.data && (
              <Button size="small" asChild>
                <Link to={`?tab=connections&setup=${system}`}>
                  {t(
                    connections.some((one) => one.system === system)
                      ? 'systems.goOn'
                      : 'systems.setUp',
                  )}
                  <span className="sr-only">{SYSTEM_NAMES[system]}</span>
                </Link>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!isOwner && <p className="mt-2 text-muted text-sm">{t('systems.ownersConnect')}</p>}
    </SettingsCard>
  );
}
