import { Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { NavigationGuard } from '@/app/navigation-guard';
import { MissingDialog } from '@/app/shell/companies';
import { late } from '@/components/shared/late';
import { offeredLink } from '@/lib/url-fragment';
import { withTexts } from '@/lib/with-texts';

const OfferedLinkDialog = late(
  () =>
    withTexts(
      import('@/features/auth/components/offered-link-dialog').then(
        (module) => module.OfferedLinkDialog,
      ),
      'auth',
    ),
  { missing: MissingDialog },
);

export function RootLayout() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <NavigationGuard />
      {offeredLink && (
        <Suspense>
          <OfferedLinkDialog link={offeredLink} />
        </Suspense>
      )}
    </>
  );
}
