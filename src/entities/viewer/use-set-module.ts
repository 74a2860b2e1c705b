import type { ModuleName } from '@/entities/viewer/module-names';
import { type ModulePreset, PRESETS } from '@/entities/viewer/module-presets';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Viewer } from '@/entities/viewer/viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { changeQueries, useWrite } from '@/lib/use-write';

interface ModuleChange {
  name: ModuleName;
  /** Null: shows once there is something of it. */
  enabled: boolean | null;
  /** What it was, for Undo. */
  before: boolean | null;
}

const changed = (viewer: Viewer, { name, enabled }: ModuleChange): Viewer => {
  if (name === 'expenses') {
    return viewer.company && enabled !== null
      ? { ...viewer, company: { ...viewer.company, expenses_on: enabled } }
      : viewer;
  }
  const { [name]: _, ...modules } = viewer.modules ?? {};
  return { ...viewer, modules: enabled === null ? modules : { ...modules, [name]: enabled } };
};

const send = async (name: ModuleName, enabled: boolean | null) =>
  unwrap(
    await supabase().rpc('set_module', {
      module_param: name,
      // The generated type knows no null.
      enabled_param: enabled as boolean,
    }),
  );

/** Switches a module for the company, in the menu at once. `message` is what the toast with Undo says. */
export function useSetModule(message: (change: ModuleChange) => string) {
  const write: { mutate: (change: ModuleChange) => void } = useWrite({
    send: ({ name, enabled }: ModuleChange) => send(name, enabled),
    showAtOnce: (change, client) =>
      changeQueries<Viewer>(client, [queryKeys.viewer], (viewer) => changed(viewer, change)),
    done: (_, change) => ({
      title: message(change),
      undo: () => write.mutate({ ...change, enabled: change.before, before: change.enabled }),
    }),
    stale: [queryKeys.viewer],
    failureText: 'common:modules.failed',
  });
  return write.mutate;
}

/** Switches the specified menu by one of the usual choices; Undo puts every switch back as it was. */
export function useSetModules(message: (preset: ModulePreset) => string) {
  const { modules = {} } = useViewer();
  const back = useWrite({
    send: async (before: Viewer['modules'] & {}) => {
      for (const name of PRESETS.everything) await send(name, before[name] ?? null);
    },
    stale: [queryKeys.viewer],
    failureText: 'common:modules.failed',
  });
  return useWrite({
    send: async (preset: ModulePreset) =>
      unwrap(await supabase().rpc('set_modules', { preset_param: preset })),
    showAtOnce: (preset, client) =>
      changeQueries<Viewer>(client, [queryKeys.viewer], (viewer) => ({
        ...viewer,
        modules: {
          ...viewer.modules,
          ...Object.fromEntries(
            PRESETS.everything.map((name) => [
              name,
              (PRESETS[preset] as readonly ModuleName[]).includes(name),
            ]),
          ),
        },
      })),
    done: (_, preset) => ({ title: message(preset), undo: () => back.mutate(modules) }),
    stale: [queryKeys.viewer],
    failureText: 'common:modules.failed',
  }).mutate;
}
