import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { codesOfTrades, TRADES, type Trade } from '@/entities/cost-code/starter-codes';
import type { OpenList } from '@/features/lists/use-open-list';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

export interface StarterDialogProps {
  list: OpenList;
  onClose: () => void;
}

/** The CSI-style starter list by trade; what the company has already is not offered again. */
export function StarterDialog({ list, onClose }: StarterDialogProps) {
  const { t } = useTranslation(['cost-codes', 'common']);
  const [trade, setTrade] = useState<Trade>('general');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const existing = new Set(list.saved.map((row) => row['code']));
  const offered = codesOfTrades([trade]).filter(({ code }) => !existing.has(code));
  const chosen = offered.filter(({ code }) => !left.has(code));
  const toggle = (code: string, wanted: boolean) => {
    const next = new Set(left);
    if (wanted) next.delete(code);
    else next.add(code);
    setLeft(next);
  };
  const add = async () => {
    const results = await list.editing.write(
      chosen.map((values) => ({ id: uuidv7(), new: true, values: { ...values } })),
    );
    if (results.length < chosen.length) return;
    toast.success(t('imported', { count: results.length }));
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('starter.title')} description={t('starter.text')}>
        <DialogBody className="flex flex-col gap-4">
          <Field label={t('starter.trade')}>
            <Select
              value={trade}
              onValueChange={setTrade}
              options={TRADES.map((value) => ({ value, label: t(`trade.${value}`) }))}
            />
          </Field>
          {offered.length === 0 && <p className="text-muted text-sm">{t('starter.none')}</p>}
          <ul className="divide-y">
            {offered.map(({ code, name, unit }) => (
              <li key={code}>
                <label
                  htmlFor={`starter-${code}`}
                  className="flex min-h-11 items-center gap-3 py-1.5 text-sm"
                >
                  <Checkbox
                    id={`starter-${code}`}
                    checked={!left.has(code)}
                    onCheckedChange={(checked) => toggle(code, checked === true)}
                  />
                  <span className="tabular w-20 shrink-0 text-muted">{code}</span>
                  <span className="min-w-0 flex-1">{name}</span>
                  <span className="text-muted">{unit}</span>
                </label>
              </li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            variant="primary"
            busy={list.editing.saving}
            disabled={chosen.length === 0}
            onClick={() => void add()}
          >
            {t('starter.add', { count: chosen.length })}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
