import type { ReactNode } from 'react';
import { SearchInput } from '@/components/shared/search-input';
import { Select } from '@/components/ui/select';
import { ROLES } from '@/entities/viewer/viewer';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

const ALL = 'all';

/** Search and filters, kept in the address. */
export function EmployeeToolbar({ children }: { children?: ReactNode }) {
  const { t } = useTranslation(['employees', 'common']);
  const [params, change] = useAddressParams();
  const set = (name: string, value: string) => change(name, value === ALL ? null : value);
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 border-b px-4 py-3">
      <SearchInput
        label={t('search')}
        value={params.get('search') ?? ''}
        onValueChange={(value) => set('search', value)}
      />
      <Select
        size="compact"
        className="w-44 max-sm:w-auto max-sm:min-w-36 max-sm:flex-1"
        aria-label={t('filter.role')}
        value={params.get('role') ?? ALL}
        onValueChange={(value) => set('role', value)}
        options={[
          { value: ALL, label: t('filter.allRoles') },
          ...ROLES.map((role) => ({ value: role as string, label: t(`common:role.${role}`) })),
        ]}
      />
      <Select
        size="compact"
        className="w-44 max-sm:w-auto max-sm:min-w-36 max-sm:flex-1"
        aria-label={t('filter.show')}
        value={params.get('show') ?? ALL}
        onValueChange={(value) => set('show', value)}
        options={[
          { value: ALL, label: t('filter.active') },
          { value: 'working', label: t('filter.working') },
          { value: 'no-rate', label: t('filter.noRate') },
          { value: 'invited', label: t('filter.invited') },
          { value: 'inactive', label: t('filter.inactive') },
        ]}
      />
      {children}
    </div>
  );
}
