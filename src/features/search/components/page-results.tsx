import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CommandGroup, CommandItem } from '@/components/ui/command';
import { FIXED } from '@/features/search/match-words';

export interface Page {
  path: string;
  title: string;
  icon: LucideIcon;
}

export function PageResults({ pages, onClose }: { pages: Page[]; onClose: () => void }) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  return (
    <CommandGroup heading={t('pages')}>
      {pages.map(({ path, title, icon: Icon }) => (
        <CommandItem
          key={path}
          value={`${FIXED}${path}`}
          keywords={[title]}
          onSelect={() => {
            onClose();
            void navigate(path);
          }}
        >
          <Icon className="text-muted" aria-hidden="true" />
          {title}
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
