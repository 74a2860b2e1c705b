import { type ComponentType, useSyncExternalStore } from 'react';
import { InlineNotice, type PartNoticeProps } from '@/components/shared/missing-part';
import { PartBoundary } from '@/components/shared/part-boundary';
import { createLatePart } from '@/lib/late-part';
import { useTranslation } from '@/lib/use-translation';

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never;

export interface LateOptions<Props> {
  /** Shown in its place while it is missing, where a notice would not do. */
  missing?: ComponentType<Props>;
  /** What the notice stands in: in the page, or in a dialog (`lateDialog`). */
  frame?: ComponentType<PartNoticeProps>;
}

/**
 * A component whose code is read when it is first drawn, or with `prefetch` when someone reaches for
 * it. Like React's `lazy` it waits in the `Suspense` around it. Unlike there, code that cannot be
 * loaded, or a component that crashes, takes nothing else from the screen: a notice stands in its place
 * until it is here.
 */
export function late<Component extends ComponentType<never>>(
  load: () => Promise<{ default: Component }>,
  { missing, frame: Frame = InlineNotice }: LateOptions<PropsOf<Component>> = {},
): Component & { prefetch: () => void } {
  const part = createLatePart(
    async () => (await load()).default as unknown as ComponentType<object>,
  );
  const Missing = (missing ?? MissingNotice) as ComponentType<object>;
  function MissingNotice(props: object) {
    const { t } = useTranslation('common');
    return <Frame {...props} title={t('late.title')} text={t('late.text')} />;
  }
  function Late(props: object) {
    const Part = useSyncExternalStore(part.subscribe, part.current);
    const isMissing = useSyncExternalStore(part.subscribe, part.isMissing);
    // As `lazy` does it. `use` would have to be called again when the part is here.
    if (!Part && !isMissing) throw part.ask();
    if (!Part) return <Missing {...props} />;
    return (
      <PartBoundary frame={Frame} given={props}>
        <Part {...props} />
      </PartBoundary>
    );
  }
  return Object.assign(Late as unknown as Component, { prefetch: part.prefetch });
}
