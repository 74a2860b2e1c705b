import {
  Activity,
  CalendarDays,
  Camera,
  ChartNoAxesColumn,
  ClipboardCheck,
  ClipboardList,
  FileText,
  HeartPulse,
  Landmark,
  List,
  type LucideIcon,
  Map as MapIcon,
  Megaphone,
  QrCode,
  Receipt,
  ReceiptText,
  ShieldCheck,
  TrendingUp,
  Truck,
} from 'lucide-react';
import { Link } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { Card } from '@/components/ui/card';
import { Switch } from '@/components/ui/switch';
import { MODULES, type ModuleName } from '@/entities/viewer/module-names';
import { presetOf } from '@/entities/viewer/module-presets';
import { isUsed } from '@/entities/viewer/modules';
import { PresetChoice } from '@/entities/viewer/preset-choice';
import { useSetModule, useSetModules } from '@/entities/viewer/use-set-module';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

const ICONS: Readonly<Record<ModuleName, LucideIcon>> = {
  scheduling: CalendarDays,
  equipment: Truck,
  photos: Camera,
  documents: FileText,
  map: MapIcon,
  budgets: ChartNoAxesColumn,
  progress: TrendingUp,
  'field-reports': ClipboardList,
  verification: ShieldCheck,
  bulletin: Megaphone,
  management: List,
  'activity-reports': Activity,
  tickets: ReceiptText,
  expenses: Receipt,
  'public-work': Landmark,
  safety: HeartPulse,
  forms: ClipboardCheck,
  'site-sign-in': QrCode,
};

/** Six of each, in the order of the list. */
const GROUPS = ['plan', 'field', 'needed'] as const;
const SIZE = MODULES.length / GROUPS.length;

function ModuleCard({ name, disabled }: { name: ModuleName; disabled: boolean }) {
  const { t } = useTranslation('modules');
  const viewer = useViewer();
  const set = useSetModule((change) =>
    t(change.enabled === false ? 'off' : 'on', { name: t(`name.${change.name}`) }),
  );
  const used = isUsed(viewer, name);
  const Icon = ICONS[name];
  return (
    <Card className={cn('flex items-center gap-3 p-3', !used && 'bg-sunken')}>
      <span
        className={cn(
          'flex size-11 shrink-0 items-center justify-center rounded-small',
          used ? 'bg-primary-soft text-primary' : 'border text-muted',
        )}
      >
        <Icon className="size-6" strokeWidth={1.5} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <h4 className="font-[620] text-sm">
          <Link to={`/${name}`} className="hover:underline">
            {t(`name.${name}`)}
          </Link>
        </h4>
        <p id={`${name}-text`} className="text-muted text-xs">
          {t(`text.${name}`)}
        </p>
      </div>
      <Switch
        aria-label={t(`name.${name}`)}
        aria-describedby={`${name}-text`}
        checked={used}
        disabled={disabled}
        onCheckedChange={(enabled) =>
          set({
            name,
            enabled,
            before: name === 'expenses' ? used : (viewer.modules?.[name] ?? null),
          })
        }
      />
    </Card>
  );
}

/** Each module with a sentence and a switch; owners switch, managers read. */
export function ModulesSection() {
  const { t } = useTranslation('modules');
  const viewer = useViewer();
  const isOwner = useEmployee()?.role === 'owner';
  const choose = useSetModules((preset) => t('presetSet', { name: t(`preset.${preset}`) }));
  return (
    <section aria-labelledby="modules-title" className="max-w-5xl">
      <h2 id="modules-title" className="font-[650] text-lg">
        {t('title')}
      </h2>
      <p className="mb-4 text-muted text-sm">{t('lead')}</p>
      {!isOwner && (
        <Notice className="mb-4" tone="info">
          {t('ownersOnly')}
        </Notice>
      )}
      <PresetChoice value={presetOf(viewer)} onValueChange={choose} disabled={!isOwner} />
      {GROUPS.map((group, place) => {
        const names = MODULES.slice(place * SIZE, (place + 1) * SIZE);
        return (
          <section key={group} aria-labelledby={`modules-${group}`} className="mt-5">
            <h3 id={`modules-${group}`} className="mb-2 font-[620]">
              {t(`group.${group}`)}{' '}
              <span className="ml-1 font-normal text-muted text-sm">
                {t('count', {
                  on: names.filter((name) => isUsed(viewer, name)).length,
                  all: names.length,
                })}
              </span>
            </h3>
            <div className="grid gap-2.5 sm:grid-cols-2 xl:grid-cols-3">
              {names.map((name) => (
                <ModuleCard key={name} name={name} disabled={!isOwner} />
              ))}
            </div>
          </section>
        );
      })}
    </section>
  );
}
