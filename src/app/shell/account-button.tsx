import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Avatar } from '@/components/shared/avatar';
import { useAvatarUrl } from '@/entities/viewer/use-avatar-url';
import { useRoleLabel, useViewer, useViewerName } from '@/entities/viewer/use-viewer';
import { useTranslation } from '@/lib/use-translation';

/** The viewer's face, name and role, or of several companies the one they are in; opens the account menu. */
export function AccountButton(props: ComponentProps<'button'>) {
  const { t } = useTranslation('shell');
  const name = useViewerName();
  const role = useRoleLabel();
  const { companies = 1, company } = useViewer();
  const place = companies > 1 && company ? company.name : role;
  const avatarUrl = useAvatarUrl();
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={`${t('account.open')}: ${name}, ${place}`}
      className="touch-target flex shrink-0 items-center gap-2.5 rounded-small p-1 text-left hover:bg-border/60"
      {...props}
    >
      <Avatar name={name} src={avatarUrl} />
      <span className="max-w-40 max-xl:hidden">
        <span className="block truncate font-[620] text-sm leading-tight">{name}</span>
        <span className="block truncate text-muted text-xs">{place}</span>
      </span>
      <ChevronDown className="size-4 text-muted max-xl:hidden" aria-hidden="true" />
    </button>
  );
}
