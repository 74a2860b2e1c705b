import type { Lack } from '@/features/public-work/report/files/made-file';

/** Notes what is lacking while a file is written, so that all of it can be said at once. */
export function lacking() {
  const lacks: Lack[] = [];
  return {
    lacks,
    /** The text if the portal takes it; else nothing, and what is lacking is noted once. */
    take(value: string | null | undefined, form: RegExp, lack: Lack): string {
      const text = (value ?? '').trim();
      if (form.test(text)) return text;
      const isNoted = lacks.some(
        ({ place, field, who }) => place === lack.place && field === lack.field && who === lack.who,
      );
      if (!isNoted) lacks.push(lack);
      return '';
    },
  };
}

export type Take = ReturnType<typeof lacking>['take'];

/** Any text of 1 to `max` characters, as XML counts them. */
export const upTo = (max: number): RegExp => new RegExp(`^[\\s\\S]{1,${max}}$`, 'u');
