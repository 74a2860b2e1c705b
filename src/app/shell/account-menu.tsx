import { Suspense, useState } from 'react';
import { AccountButton } from '@/app/shell/account-button';
import { late } from '@/components/shared/late';
import { MissingBehind } from '@/components/shared/missing-part';

const AccountDropdown = late(() => import('@/app/shell/account-dropdown'), {
  missing: () => (
    <MissingBehind>
      <AccountButton aria-expanded={false} />
    </MissingBehind>
  ),
});

/** The button is there at once; the menu behind it is fetched when someone reaches for it. */
export function AccountMenu() {
  const [wanted, setWanted] = useState(false);
  if (!wanted) {
    return (
      <AccountButton
        aria-expanded={false}
        onPointerEnter={AccountDropdown.prefetch}
        onFocus={AccountDropdown.prefetch}
        onClick={() => setWanted(true)}
      />
    );
  }
  return (
    <Suspense fallback={<AccountButton aria-expanded={true} />}>
      <AccountDropdown />
    </Suspense>
  );
}
