import type { ComboboxOption } from '@/components/shared/option-list';
import type { Classification } from '@/entities/classification/classification';
import { useOwnName } from '@/lib/own-name';

/** Named in the viewer's language, found by the code and by the name in either. */
export function useClassificationOptions(): (
  classes: readonly Pick<Classification, 'classification_id' | 'code' | 'name' | 'name_es'>[],
) => ComboboxOption[] {
  const ownName = useOwnName();
  return (classes) =>
    classes.map(({ classification_id, code, name, name_es }) => {
      const text = ownName({ name, name_es });
      return {
        value: classification_id,
        text,
        keywords: [code, name, name_es ?? ''],
        label: (
          <>
            <span className="min-w-0 truncate">{text}</span>
            <span className="tabular shrink-0 text-faint text-xs">{code}</span>
          </>
        ),
      };
    });
}
