import { Columns3 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Label } from '@/components/ui/label';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { Select } from '@/components/ui/select';
import type { StoredField } from '@/entities/custom-field/custom-fields-query';
import { answerOf, LIST_PARAMS, MISSING } from '@/entities/custom-field/list-params';
import { useOwnName } from '@/lib/own-name';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

const NONE = 'none';

export interface CustomListToolsProps {
  fields: readonly StoredField[];
}

/** Which of the company's own fields a list shows, and by which it is filtered. */
export default function CustomListTools({ fields }: CustomListToolsProps) {
  const { t } = useTranslation('custom-fields');
  const ownName = useOwnName();
  const [params, change] = useAddressParams();
  const id = useId();
  const columns = params.get(LIST_PARAMS.columns)?.split(',').filter(Boolean) ?? [];
  const field = fields.find((one) => one.id === params.get(LIST_PARAMS.field));
  const count = columns.length + (field ? 1 : 0);
  const toggle = (fieldId: string, shown: boolean): void => {
    const next = shown ? [...columns, fieldId] : columns.filter((one) => one !== fieldId);
    change(LIST_PARAMS.columns, next.join(',') || null);
  };
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button size="small">
          <Columns3 aria-hidden="true" />
          {count > 0 ? t('list.openCount', { count }) : t('list.open')}
        </Button>
      </PopoverTrigger>
      <PopoverContent className="grid w-72 gap-4 p-4" aria-label={t('list.open')}>
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-[550] text-sm">{t('list.columns')}</legend>
          {fields.map((one) => (
            <div key={one.id} className="flex items-center gap-2">
              <Checkbox
                id={`${id}-${one.id}`}
                checked={columns.includes(one.id)}
                onCheckedChange={(checked) => toggle(one.id, checked === true)}
              />
              <Label htmlFor={`${id}-${one.id}`}>{ownName(one)}</Label>
            </div>
          ))}
        </fieldset>
        <Field label={t('list.filter')}>
          <Select
            value={field?.id ?? NONE}
            onValueChange={(next) => change(LIST_PARAMS.field, next === NONE ? null : next)}
            options={[
              { value: NONE, label: t('list.noFilter') },
              ...fields.map((one) => ({ value: one.id, label: ownName(one) })),
            ]}
          />
        </Field>
        {field && (
          <Field label={t('list.value')}>
            <Select
              value={answerOf(field, params)}
              onValueChange={(next) => change(LIST_PARAMS.answer, next === MISSING ? null : next)}
              options={[
                { value: MISSING, label: t('list.missing') },
                ...field.choices.map((choice) => ({ value: choice.id, label: ownName(choice) })),
              ]}
            />
          </Field>
        )}
      </PopoverContent>
    </Popover>
  );
}
