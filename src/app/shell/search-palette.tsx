import { usePlaces } from '@/app/places/use-places';
import { CommandPalette } from '@/features/search/command-palette';

export interface SearchPaletteProps {
  onClose: () => void;
  onStartTimer: () => void;
}

/** Default export because it is loaded on the first opening. */
export default function SearchPalette({ onClose, onStartTimer }: SearchPaletteProps) {
  return <CommandPalette pages={usePlaces()} onClose={onClose} onStartTimer={onStartTimer} />;
}
