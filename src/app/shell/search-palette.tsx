import { entriesOf, menuFor } from '@/app/shell/navigation';
import { useViewer } from '@/entities/viewer/use-viewer';
import { CommandPalette } from '@/features/search/command-palette';
import { useTranslation } from '@/lib/use-translation';

export interface SearchPaletteProps {
  onClose: () => void;
  onStartTimer: () => void;
}

/** Default export because it is loaded on the first opening. */
export default function SearchPalette({ onClose, onStartTimer }: SearchPaletteProps) {
  const { t } = useTranslation('shell');
  const pages = entriesOf(menuFor(useViewer())).map((entry) => ({
    path: entry.path,
    title: t(`nav.${entry.title}`),
    icon: entry.icon,
  }));
  return <CommandPalette pages={pages} onClose={onClose} onStartTimer={onStartTimer} />;
}
