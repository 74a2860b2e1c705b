import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SettingsCard } from '@/components/shared/settings-card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import {
  KINDS,
  MIN_YEARS,
  type RecordKind,
  type RetentionRule,
  rulesQuery,
  useSetYears,
} from '@/features/retention/api/retention';
import { LegalHolds } from '@/features/retention/legal-holds';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const YEARS = [3, 4, 5, 6, 7, 8, 10, 15, 20, 30];
const NEVER = 'never';

/** How long records are stored, and what is on hold; only owners decide that. */
export function RetentionCard() {
  const { t } = useTranslation('retention');
  const companyId = useViewer().company?.id ?? '';
  const isOwner = useEmployee()?.role === 'owner';
  const state = useQuery({ ...rulesQuery(companyId), enabled: isOwner });
  if (!isOwner) return null;
  return (
    <SettingsCard title={t('title')} text={t('text')}>
      <Loaded query={state} skeleton={<ListSkeleton rows={2} />}>
        {({ rules, preview }) => (
          <div className="grid gap-4">
            {KINDS.map((kind) => (
              <Rule
                key={kind}
                companyId={companyId}
                kind={kind}
                rule={rules.find((rule) => rule.kind === kind)}
              />
            ))}
            <WhatGoes photos={preview.photos.count} events={preview.history.count} />
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
}

function Rule({ companyId, kind, rule }: RuleProps) {
  const { t } = useTranslation('retention');
  const setYears = useSetYears(companyId);
  const years = [...new Set([...YEARS, ...(rule ? [rule.years] : [])])]
    .filter((count) => count >= MIN_YEARS[kind])
    .toSorted((a, b) => a - b);
  return (
    <Field label={t(`kind.${kind}`)} hint={t(`hint.${kind}`)}>
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

function WhatGoes({ photos, events }: { photos: number; events: number }) {
  const { t } = useTranslation('retention');
  const format = useFormat();
  if (photos + events === 0) return <p className="text-muted text-sm">{t('nothing')}</p>;
  const counted = (key: 'photosCount' | 'eventsCount', count: number) =>
    t(key, { count, shown: format.number(count, 0) });
  return (
    <p className="text-sm">
      {t('preview', {
        photos: counted('photosCount', photos),
        events: counted('eventsCount', events),
      })}
    </p>
  );
}
