import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { paperAddress } from '@/entities/signed-timesheet/writes';
import { useTranslation } from '@/lib/use-translation';

/** Opens the picture of a sheet signed on paper. */
export function SheetPicture({ path }: { path: string }) {
  const { t } = useTranslation('signed-timesheet');
  const open = useMutation({
    mutationFn: async () => {
      window.open(await paperAddress(path), '_blank', 'noopener');
    },
    meta: { failureText: 'signed-timesheet:error.open' },
  });
  return (
    <Button size="small" busy={open.isPending} onClick={() => open.mutate()}>
      {t('office.paper')}
    </Button>
  );
}
