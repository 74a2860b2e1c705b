import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { codesOfTrades, TRADES, type Trade } from '@/entities/cost-code/starter-codes';
import { useImportCostCodes } from '@/features/cost-codes/api/import-cost-codes';

export interface StarterDialogProps {
  companyId: string;
  existing: readonly string[];
  onClose: () => void;
}

/** The CSI-style starter list by trade; what the company has already is not offered again. */
export function StarterDialog({ companyId, existing, onClose }: StarterDialogProps) {
  const { t } = useTranslation(['cost-codes', 'common']);
  const { importAll } = useImportCostCodes(companyId);
  const [trade, setTrade] = useState<Trade>('general');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const offered = codesOfTrades([trade]).filter(({ code }) => !existing.includes(code));
  const chosen = offered.filter(({ code }) => !left.has(code));
  const toggle = (code: string, wanted: boolean) => {
    const next = new Set(left);
    if (wanted) next.delete(code);
    else next.add(code);
    setLeft(next);
  };
  const add = () => {
    setBusy(true);
    const rows = chosen.map(({ code, name, unit, code_group }) => ({
      code,
      name,
      unit,
      group: code_group,
    }));
    importAll(rows).then(onClose, () => setBusy(false));
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
          <Button variant="primary" busy={busy} disabled={chosen.length === 0} onClick={add}>
            {t('starter.add', { count: chosen.length })}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
