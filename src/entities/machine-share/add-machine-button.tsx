import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { draftsOf, type MachineDraft, withAnother } from '@/entities/machine-share/machine-share';
import { useTranslation } from '@/lib/use-translation';

export interface AddMachineButtonProps {
  equipmentId: string;
  onAdd: (machines: MachineDraft[]) => void;
}

/** Below the one machine of an entry: from then on each has a share. */
export function AddMachineButton({ equipmentId, onAdd }: AddMachineButtonProps) {
  const { t } = useTranslation('machine-shares');
  return (
    <Button
      size="small"
      className="justify-self-start"
      onClick={() => onAdd(withAnother(draftsOf(equipmentId, null)))}
    >
      <Plus aria-hidden="true" />
      {t('add')}
    </Button>
  );
}
