import { useQueryClient } from '@tanstack/react-query';
import { ClipboardPaste, Plus } from 'lucide-react';
import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type CostCodeOption, useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type BudgetVersion, budgetVersionsQuery } from '@/features/budgets/api/queries';
import { useSaveBudget } from '@/features/budgets/api/save-budget';
import {
  byCode,
  type DraftLine,
  emptyLine,
  linesOf,
  problemsOf,
  valuesOf,
} from '@/features/budgets/budget-draft';
import { LineFields } from '@/features/budgets/components/line-fields';
import { PasteDialog } from '@/features/budgets/components/paste-dialog';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

export interface BudgetEditorProps {
  projectId: string;
  /** The newest first; a draft among them is edited, else a new version begins with what counts. */
  versions: readonly BudgetVersion[];
  onClose: () => void;
}

/** Lines typed, pasted or copied; nothing is stored until it is saved. */
export function BudgetEditor(props: BudgetEditorProps) {
  const { data: codes } = useCostCodeOptions();
  // Lines are in the order of the codes, so these come first.
  return codes ? <Editor {...props} codes={codes} /> : null;
}

function Editor({
  projectId,
  versions,
  codes,
  onClose,
}: BudgetEditorProps & { codes: readonly CostCodeOption[] }) {
  const { t } = useTranslation(['budgets', 'common']);
  const companyId = useViewer().company?.id ?? '';
  const client = useQueryClient();
  const save = useSaveBudget(companyId);
  const draft = versions.find(({ status }) => status === 'draft');
  const [opened] = useState(() =>
    draft ? { id: draft.id, name: draft.name, lines: valuesOf(linesOf(draft)) } : null,
  );
  const [name, setName] = useState(draft?.name ?? (versions.length > 0 ? '' : t('original')));
  const [lines, setLines] = useState<DraftLine[]>(() => {
    const start = byCode(linesOf(draft ?? versions[0]), codes);
    return start.length > 0 ? start : [emptyLine()];
  });
  const [tried, setTried] = useState(false);
  const [pasting, setPasting] = useState(false);
  const [copied, setCopied] = useState<'none' | null>(null);
  const problems = problemsOf(lines);

  const change = (next: DraftLine) =>
    setLines(lines.map((line) => (line.key === next.key ? next : line)));
  const addLines = (added: readonly DraftLine[]) =>
    setLines([...lines.filter(({ codeId }) => codeId !== null), ...added]);
  const copyFrom = async (from: string | null) => {
    if (!from) return;
    const found = await client.fetchQuery(budgetVersionsQuery(companyId, from));
    const counting = found.find(({ status }) => status === 'approved') ?? found[0];
    const source = byCode(linesOf(counting), codes);
    setCopied(source.length === 0 ? 'none' : null);
    if (source.length > 0) setLines(source);
  };
  const submit = (approve: boolean) => {
    setTried(true);
    if (problems.some((problem) => problem !== null)) return;
    save.mutate(
      { opened, projectId, name: name.trim(), lines: valuesOf(lines), approve },
      { onSuccess: onClose },
    );
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t(draft ? 'editDraft' : versions.length > 0 ? 'newVersion' : 'addBudget')}
        description={t('editorText')}
        width="large"
      >
        <DialogBody className="flex flex-col gap-4">
          {save.error && <Notice tone="danger">{errorText(save.error)}</Notice>}
          {copied === 'none' && <Notice>{t('nothingToCopy')}</Notice>}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('versionName')} optional>
              <Input
                value={name}
                maxLength={200}
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
            <Field label={t('copyFrom')} optional>
              <ProjectPicker
                value={null}
                include="all"
                onValueChange={(from) => void copyFrom(from)}
              />
            </Field>
          </div>
          <ul className="flex flex-col gap-3">
            {lines.map((line, index) => (
              <LineFields
                key={line.key}
                line={line}
                number={index + 1}
                problem={tried ? (problems[index] ?? null) : null}
                onChange={change}
                onRemove={() => setLines(lines.filter(({ key }) => key !== line.key))}
              />
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setLines([...lines, emptyLine()])}>
              <Plus aria-hidden="true" />
              {t('addLine')}
            </Button>
            <Button onClick={() => setPasting(true)}>
              <ClipboardPaste aria-hidden="true" />
              {t('paste')}
            </Button>
          </div>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button busy={save.isPending} onClick={() => submit(false)}>
            {t('saveDraft')}
          </Button>
          <Button variant="primary" busy={save.isPending} onClick={() => submit(true)}>
            {t('approve')}
          </Button>
        </DialogFooter>
        {pasting && <PasteDialog onLines={addLines} onClose={() => setPasting(false)} />}
      </DialogContent>
    </Dialog>
  );
}
