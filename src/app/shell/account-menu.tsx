import { lazy, Suspense, useState } from 'react';
import { AccountButton } from '@/app/shell/account-button';

const loadDropdown = () => import('@/app/shell/account-dropdown');
const AccountDropdown = lazy(loadDropdown);

/** The button is there at once; the menu behind it is fetched when someone reaches for it. */
export function AccountMenu() {
  const [wanted, setWanted] = useState(false);
  if (!wanted) {
    return (
      <AccountButton
        aria-expanded={false}
        onPointerEnter={() => void loadDropdown()}
        onFocus={() => void loadDropdown()}
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
