import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { rulesQuery } from '@/features/expenses/api/queries';
import { type Rule, useDeleteRate } from '@/features/expenses/api/rates';
import { useFederalPerDiem } from '@/features/expenses/use-federal-per-diem';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const RuleDialog = lateDialog(async () => ({
  default: (await import('@/features/expenses/components/rule-dialog')).RuleDialog,
}));

export function Rules() {
  const { t } = useTranslation(['expenses', 'common']);
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const rules = useQuery(rulesQuery(companyId));
  const { data: projects = [] } = useProjectOptions();
  const { meals, lodging } = useFederalPerDiem();
  const remove = useDeleteRate(companyId);
  const [open, setOpen] = useState<{ rule: Rule | null } | null>(null);
  const nameOf = (id: string) => projects.find((project) => project.id === id)?.name ?? '';
  return (
    <Card>
      <CardHeader
        divided
        title={t('rules.title')}
        action={
          <Button size="small" onClick={() => setOpen({ rule: null })}>
            <Plus aria-hidden="true" />
            {t('rules.add')}
          </Button>
        }
      />
      {meals !== null && lodging !== null && (
        <p className="px-5 pt-4 text-muted text-sm">
          {t('rules.text', { meals: format.money(meals), lodging: format.money(lodging) })}
        </p>
      )}
      <Loaded query={rules} skeleton={<ListSkeleton />}>
        {(rows) =>
          rows.length === 0 ? (
            <CardBody className="text-muted">{t('rules.empty')}</CardBody>
          ) : (
            <ul className="py-2">
              {rows.map((rule) => (
                <li
                  key={rule.id}
                  className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-5 py-2.5 last:border-b-0"
                >
                  <span className="min-w-0 flex-1 basis-52">
                    <span className="block font-[620]">{nameOf(rule.project_id)}</span>
                    <span className="block text-muted text-sm">
                      {t('rules.summary', {
                        daily: format.money(rule.daily_amount),
                        percent: rule.first_last_percent,
                        lodging: format.money(rule.lodging_amount),
                      })}
                    </span>
                    <span className="block text-muted text-sm">
                      {[
                        `${t('rates.from')} ${format.date(rule.from_date)}`,
                        rule.min_distance_miles
                          ? t('rules.near', { miles: rule.min_distance_miles })
                          : null,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <Button size="small" onClick={() => setOpen({ rule })}>
                    {t('common:action.edit')}
                  </Button>
                  <Button
                    size="small"
                    aria-label={t('rules.delete', { project: nameOf(rule.project_id) })}
                    busy={remove.isPending && remove.variables.id === rule.id}
                    onClick={() => remove.mutate({ table: 'per_diem_rules', id: rule.id })}
                  >
                    {t('common:action.delete')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {open && (
        <Suspense>
          <RuleDialog rule={open.rule} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Card>
  );
}
