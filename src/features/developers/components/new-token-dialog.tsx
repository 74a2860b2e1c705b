import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { NewToken } from '@/features/developers/api/tokens';
import { SCOPES, type Scope, scopeKey } from '@/features/developers/scopes';
import { serverNow } from '@/lib/server-clock';
import { addDays, dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const DEFAULT_DAYS = 90;
const ME = 'me';
const ROLES = ['owner', 'manager', 'foreman', 'employee'] as const;

export interface NewTokenDialogProps {
  create: (token: NewToken) => Promise<unknown>;
  onClose: () => void;
}

export function NewTokenDialog({ create, onClose }: NewTokenDialogProps) {
  const { t } = useTranslation(['developers', 'common']);
  const { company, employee } = useViewer();
  const isOwner = employee?.role === 'owner';
  const zone = company?.time_zone ?? 'UTC';
  const form = useForm({
    initial: {
      name: '',
      who: ME as string,
      expiresOn: addDays(dateOf(serverNow(), zone), DEFAULT_DAYS) as DateInputValue,
      scopes: [] as Scope[],
    },
    read: ({ name, who, expiresOn, scopes }, wrong) => ({
      name: name.trim() || wrong('name', t('required.name')),
      role: who === ME ? null : who,
      expiresOn:
        expiresOn === null || expiresOn === 'invalid'
          ? wrong('expiresOn', t('required.date'))
          : expiresOn,
      scopes: scopes.length > 0 ? scopes : wrong('scopes', t('required.scopes')),
    }),
    submit: create,
    done: onClose,
    refusals: { token_end_date: ['expiresOn', t('required.dateRange')] },
  });
  const { value: chosen, onValueChange: choose } = form.value('scopes');
  return (
    <FormDialog
      form={form}
      title={t('tokens.new')}
      description={t('dialog.text')}
      save={t('dialog.create')}
      onClose={onClose}
    >
      <Field label={t('tokens.name')} className="sm:col-span-2">
        <Input {...form.text('name')} maxLength={100} placeholder={t('dialog.example')} />
      </Field>
      {isOwner && (
        <Field label={t('dialog.who')} hint={t('dialog.whoHint')}>
          <Select
            {...form.value('who')}
            options={[
              { value: ME, label: t('dialog.me') },
              ...ROLES.map((role) => ({
                value: role,
                label: t('tokens.asRole', { role: t(`common:role.${role}`) }),
              })),
            ]}
          />
        </Field>
      )}
      <Field label={t('dialog.endDate')} hint={t('dialog.endHint')}>
        <DateInput {...form.value('expiresOn')} />
      </Field>
      <Field label={t('tokens.scopes')} className="sm:col-span-2">
        <ScopeList name="scopes" chosen={chosen} onChange={choose} />
      </Field>
    </FormDialog>
  );
}

interface ScopeListProps {
  name: string;
  chosen: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** Each scope as programs write it, and what it allows. */
function ScopeList({ chosen, onChange, name: _name, ...group }: ScopeListProps) {
  const { t } = useTranslation('developers');
  return (
    <fieldset {...group} className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <legend className="sr-only">{t('tokens.scopes')}</legend>
      {SCOPES.map((scope) => (
        <label key={scope} htmlFor={`scope-${scope}`} className="flex cursor-pointer gap-3">
          <Checkbox
            id={`scope-${scope}`}
            className="mt-0.5"
            checked={chosen.includes(scope)}
            onCheckedChange={(checked) =>
              onChange(
                SCOPES.filter((one) => (one === scope ? checked === true : chosen.includes(one))),
              )
            }
          />
          <span className="min-w-0">
            <span className="block font-mono text-sm">{scope}</span>
            <span className="block text-muted text-sm">{t(`scope.${scopeKey(scope)}`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
