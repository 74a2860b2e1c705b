import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { CompanyOfAddress, InvitationNotice } from '@/app/shell/companies';
import { late } from '@/components/shared/late';
import { isPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { loadNamespaces } from '@/lib/i18n';

const options = { missing: () => null };
const SetupNotice = late(() => import('@/app/shell/setup-notice'), options);
const PlainHttpNotice = late(async () => {
  await loadNamespaces(['plain-http']);
  return import('@/app/shell/plain-http-notice');
}, options);

/** What few people see, below the top bar. */
export function ShellNotices() {
  const { pathname, search } = useLocation();
  const { employee, invitations } = useViewer();
  return (
    <Suspense>
      {employee && invitations.length > 0 && <InvitationNotice />}
      {search.includes('company=') && <CompanyOfAddress />}
      {!employee && pathname !== '/' && <SetupNotice />}
      {/* Over plain HTTP browsers withhold half of what the app can do, without a word. Those who can have
          it changed learn of it. The machine itself counts as secure. */}
      {window.isSecureContext === false && isPrivileged(employee?.role) && <PlainHttpNotice />}
    </Suspense>
  );
}
