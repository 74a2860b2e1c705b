import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SettingsCard } from '@/components/shared/settings-card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import {
  KINDS,
  type RecordKind,
  type RetentionPreview,
  type RetentionRule,
  rulesQuery,
  useSetYears,
} from '@/features/retention/api/retention';
import { LegalHolds } from '@/features/retention/legal-holds';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const YEARS = [3, 4, 5, 6, 7, 8, 10, 15, 20, 30];
const NEVER = 'never';
/** Years that records of time are stored at least, everywhere. */
const FEWEST_OF_TIME = 3;

/** How long records are stored, and what is on hold; only owners decide that. */
export function RetentionCard() {
  const { t } = useTranslation('retention');
  const companyId = useViewer().company?.id ?? '';
  const isOwner = useEmployee()?.role === 'owner';
  const format = useFormat();
  const state = useQuery({ ...rulesQuery(companyId), enabled: isOwner });
  if (!isOwner) return null;
  return (
    <SettingsCard title={t('title')} text={t('text')}>
      <Loaded query={state} skeleton={<ListSkeleton rows={2} />}>
        {({ rules, preview }) => (
          <div className="grid gap-4">
            <p className="text-muted text-sm">
              {preview.states.length > 0
                ? t('states', { states: format.list([...preview.states]) })
                : t('noStates')}
            </p>
            <div className="grid gap-4 sm:grid-cols-2">
              {KINDS.map((kind) => (
                <Rule
                  key={kind}
                  companyId={companyId}
                  kind={kind}
                  rule={rules.find((rule) => rule.kind === kind)}
                  preview={preview}
                />
              ))}
            </div>
            <p className="text-muted text-sm">{t('stays')}</p>
            <WhatGoes preview={preview} />
            <LegalHolds companyId={companyId} />
          </div>
        )}
      </Loaded>
    </SettingsCard>
  );
}

interface RuleProps {
  companyId: string;
  kind: RecordKind;
  rule: RetentionRule | undefined;
  preview: RetentionPreview;
}

function Rule({ companyId, kind, rule, preview }: RuleProps) {
  const { t } = useTranslation('retention');
  const setYears = useSetYears(companyId);
  const { minimum, law } = preview[kind];
  const years = [...new Set([...YEARS, minimum, ...(rule ? [rule.years] : [])])]
    .filter((count) => count >= minimum)
    .toSorted((a, b) => a - b);
  // Where no state is known the longest of all counts, which no law of the list explains.
  const reason = law.findLast((one) => one.years === minimum);
  const said = { count: minimum, law: reason?.law ?? '' };
  const plain = minimum < FEWEST_OF_TIME ? 'free' : 'asOthers';
  const fewest = t(reason ? (reason.law ? 'fewest' : plain) : 'longest', said);
  return (
    <Field label={t(`kind.${kind}`)} hint={`${t(`hint.${kind}`)} ${fewest}`}>
      <Select
        value={rule ? String(rule.years) : NEVER}
        disabled={setYears.isPending}
        onValueChange={(value) =>
          setYears.mutate({ kind, rule, years: value === NEVER ? null : Number(value) })
        }
        options={[
          { value: NEVER, label: t('never') },
          ...years.map((count) => ({ value: String(count), label: t('years', { count }) })),
        ]}
      />
    </Field>
  );
}

function WhatGoes({ preview }: { preview: RetentionPreview }) {
  const { t } = useTranslation('retention');
  const format = useFormat();
  const gone = KINDS.filter((kind) => preview[kind].count > 0);
  if (gone.length === 0) return <p className="text-muted text-sm">{t('nothing')}</p>;
  const list = gone.map((kind) => {
    const { count } = preview[kind];
    return t(`gone.${kind}`, { count, shown: format.number(count, 0) });
  });
  return <p className="text-sm">{t('preview', { list: format.list(list) })}</p>;
}
