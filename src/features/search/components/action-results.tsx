import { Download, Play, Plus, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CommandGroup, CommandItem } from '@/components/ui/command';
import { useClockOut } from '@/entities/running-entry/use-clock-out';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { FIXED } from '@/features/search/match-words';

export interface ActionResultsProps {
  onClose: () => void;
  onStartTimer: () => void;
}

export function ActionResults({ onClose, onStartTimer }: ActionResultsProps) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const privileged = useIsPrivileged();
  const running = useRunningEntry();
  const clockOut = useClockOut();
  const go = (address: string): void => {
    onClose();
    void navigate(address);
  };
  const stop = (): void => {
    if (running) clockOut.mutate(running.id);
    onClose();
  };
  return (
    <CommandGroup heading={t('actions')}>
      {running ? (
        <CommandItem value={`${FIXED}stop`} keywords={[t('action.stopTimer')]} onSelect={stop}>
          <Square className="text-running-strong" aria-hidden="true" />
          {t('action.stopTimer')}
        </CommandItem>
      ) : (
        <CommandItem
          value={`${FIXED}start`}
          keywords={[t('action.startTimer')]}
          onSelect={onStartTimer}
        >
          <Play className="text-muted" aria-hidden="true" />
          {t('action.startTimer')}
        </CommandItem>
      )}
      <CommandItem
        value={`${FIXED}add-entry`}
        keywords={[t('action.addEntry')]}
        onSelect={() => go('/time-tracker?dialog=new-entry')}
      >
        <Plus className="text-muted" aria-hidden="true" />
        {t('action.addEntry')}
      </CommandItem>
      {privileged && (
        <CommandItem
          value={`${FIXED}export`}
          keywords={[t('action.exportPayroll')]}
          onSelect={() => go('/time-tracker?dialog=export')}
        >
          <Download className="text-muted" aria-hidden="true" />
          {t('action.exportPayroll')}
        </CommandItem>
      )}
    </CommandGroup>
  );
}
