import { useTranslation } from 'react-i18next';
import { groupsFor } from '@/app/shell/navigation';
import { useViewer } from '@/entities/viewer/use-viewer';
import { CommandPalette } from '@/features/search/command-palette';

export interface SearchPaletteProps {
  onClose: () => void;
  onStartTimer: () => void;
}

/** Default export because it is loaded on the first opening. */
export default function SearchPalette({ onClose, onStartTimer }: SearchPaletteProps) {
  const { t } = useTranslation('shell');
  const pages = groupsFor(useViewer())
    .flat()
    .map((entry) => ({
      path: entry.path,
      title: t(`nav.${entry.title}`),
      icon: entry.icon,
    }));
  return <CommandPalette pages={pages} onClose={onClose} onStartTimer={onStartTimer} />;
}
