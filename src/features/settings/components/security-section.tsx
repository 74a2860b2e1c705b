import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SettingsCard } from '@/components/shared/settings-card';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { PinForm } from '@/entities/employee/pin-form';
import { useSignInProviders } from '@/entities/session/use-sign-in-providers';
import { useSignOut } from '@/entities/session/use-sign-out';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { sessionsQuery, useEndSession } from '@/features/settings/api/security';
import { PasswordForm } from '@/features/settings/components/password-form';
import { TwoFactorCard } from '@/features/settings/components/two-factor-card';
import { deviceName } from '@/lib/device-name';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const DeviceKeysCard = late(() =>
  withTexts(
    import('@/entities/signed-timesheet/device-keys-card').then((module) => module.default),
    'signed-timesheet',
  ),
);

const LinkedAccountsCard = late(() =>
  withTexts(
    import('@/features/settings/components/linked-accounts-card'),
    'sign-in-providers',
  ).then(({ default: part }) => ({ default: part.LinkedAccountsCard })),
);

export function SecuritySection() {
  const { t } = useTranslation('settings');
  const employee = useEmployee();
  const providers = useSignInProviders();
  return (
    <>
      <SettingsCard title={t('security.password')}>
        <PasswordForm />
      </SettingsCard>
      <TwoFactorCard />
      {providers.length > 0 && (
        <Suspense fallback={<ListSkeleton rows={2} />}>
          <LinkedAccountsCard />
        </Suspense>
      )}
      {employee && (
        <SettingsCard title={t('kiosks.pinTitle')} text={t('kiosks.pinText')}>
          <PinForm companyId={employee.company_id} employeeId={employee.id} />
        </SettingsCard>
      )}
      <Suspense>
        <DeviceKeysCard />
      </Suspense>
      <SettingsCard title={t('security.sessions')} text={t('security.sessionsText')}>
        <SessionList />
      </SettingsCard>
    </>
  );
}

function SessionList() {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const sessions = useQuery(sessionsQuery());
  const end = useEndSession();
  const signOut = useSignOut();
  return (
    <Loaded query={sessions} skeleton={<ListSkeleton rows={2} />}>
      <ul className="divide-y border-b">
        {sessions.data?.map(({ id, user_agent, ip, refreshed_at, created_at, current }) => (
          <li key={id} className="flex items-center gap-3 py-3 text-sm">
            <div className="min-w-0 flex-1">
              <p className="font-[550]">
                {deviceName(user_agent) ?? t('security.unknownDevice')}{' '}
                {current && <Badge tone="primary">{t('security.thisDevice')}</Badge>}
              </p>
              <p className="text-muted">
                {[ip, format.relative(refreshed_at ?? created_at, serverNow())]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {!current && (
              <Button
                size="small"
                busy={end.isPending}
                onClick={() => end.mutate(id)}
                aria-label={`${t('security.endSession')}: ${deviceName(user_agent) ?? t('security.unknownDevice')}, ${format.dateTime(created_at)}`}
              >
                {t('security.endSession')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button busy={signOut.isPending} onClick={() => signOut.mutate('local')}>
          {t('security.logout')}
        </Button>
        <Button variant="danger" busy={signOut.isPending} onClick={() => signOut.mutate('global')}>
          {t('security.logoutAll')}
        </Button>
      </div>
    </Loaded>
  );
}
