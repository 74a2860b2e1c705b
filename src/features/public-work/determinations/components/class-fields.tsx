import { NumberInput } from '@/components/form/number-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { moneyText } from '@/entities/determination/money';
import type { Question, ReadClass } from '@/entities/determination/reading';
import type { ClassRowProps } from '@/features/public-work/determinations/components/class-row';
import {
  answerZone,
  changeClass,
  type DraftClass,
  TYPED_RATE,
  typedE4,
} from '@/features/public-work/determinations/draft';
import { useOvertimeText } from '@/features/public-work/determinations/use-overtime-text';
import { useTranslation } from '@/lib/use-translation';

/** Everything of a class that is saved, the questions about it, and the lines it comes from. */
export function ClassFields(props: ClassRowProps) {
  const { draft, at, place, item, onChange, onShowLines } = props;
  const { t } = useTranslation('determinations');
  const { read } = item;
  const change = (changes: Partial<DraftClass>): void =>
    onChange(changeClass(draft, at, place, changes));
  const text = (field: 'code' | 'name' | 'nameEs' | 'craft' | 'base' | 'fringe' | 'zone') => ({
    value: item[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  });
  return (
    <div className="flex flex-col gap-4">
      {read.questions
        .filter(({ field, code }) => code !== 'zone' || item[field] === '')
        .map((question) => (
          <QuestionNotice
            key={`${question.code} ${question.field}`}
            question={question}
            isOpen={item[question.field] === ''}
            onAccept={(amount) => change({ [question.field]: amount })}
          />
        ))}
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t('field.base')}>
          <NumberInput limits={TYPED_RATE} {...text('base')} />
        </Field>
        <Field
          label={t('field.fringe')}
          hint={read.printedFringe && t('field.printed', { text: read.printedFringe })}
        >
          <NumberInput limits={TYPED_RATE} {...text('fringe')} />
        </Field>
        {read.zones.length > 0 ? (
          <Field label={t('field.zone')}>
            <Select
              value={read.zones.find(({ addE4 }) => addE4 === typedE4(item.zone))?.name}
              placeholder={t('field.chooseZone')}
              options={read.zones.map(({ name, addE4 }) => ({
                value: name,
                label: t('field.zoneOption', { name, amount: moneyText(addE4) }),
              }))}
              onValueChange={(name) => {
                const zone = read.zones.find((own) => own.name === name);
                if (zone) onChange(answerZone(draft, at, place, zone));
              }}
            />
          </Field>
        ) : (
          <Field label={t('field.zoneAdd')}>
            <NumberInput limits={TYPED_RATE} {...text('zone')} />
          </Field>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('field.name')}>
          <Input maxLength={300} {...text('name')} />
        </Field>
        <Field label={t('field.nameEs')} hint={t('field.nameEsHint')} optional>
          <Input maxLength={300} {...text('nameEs')} />
        </Field>
        <Field label={t('field.craft')} hint={t('field.craftHint')} optional>
          <Input maxLength={200} {...text('craft')} />
        </Field>
        <Field label={t('field.code')} hint={t('field.codeHint')}>
          <Input maxLength={60} disabled={item.stored !== null} {...text('code')} />
        </Field>
      </div>
      <Overtime
        read={read}
        isUsed={item.usesOvertime}
        onUse={(usesOvertime) => change({ usesOvertime })}
      />
      <Remarks read={read} />
      <Button
        variant="link"
        size="inline"
        className="w-fit"
        onClick={() => onShowLines(read.lines)}
      >
        {t('classes.showLines', { count: read.lines.length, numbers: read.lines.join(', ') })}
      </Button>
    </div>
  );
}

interface QuestionNoticeProps {
  question: Question;
  isOpen: boolean;
  onAccept: (amount: string) => void;
}

function QuestionNotice({ question, isOpen, onAccept }: QuestionNoticeProps) {
  const { t } = useTranslation('determinations');
  const { code, proposalE4, text } = question;
  return (
    <Notice
      tone={isOpen ? 'attention' : 'info'}
      className="max-sm:flex-wrap max-sm:[&>div]:basis-[calc(100%-3rem)]"
      title={t(`question.${code}`)}
      action={
        isOpen &&
        proposalE4 !== null && (
          <Button size="small" onClick={() => onAccept(moneyText(proposalE4))}>
            {t('question.use', { amount: moneyText(proposalE4) })}
          </Button>
        )
      }
    >
      {text && <span className="block break-words">{text}</span>}
    </Notice>
  );
}

interface OvertimeProps {
  read: ReadClass;
  isUsed: boolean;
  onUse: (isUsed: boolean) => void;
}

function Overtime({ read, isUsed, onUse }: OvertimeProps) {
  const { t } = useTranslation('determinations');
  const textOf = useOvertimeText();
  if (!read.overtime) return null;
  return (
    <div className="flex items-start gap-2.5 text-sm">
      <Checkbox
        className="mt-0.5"
        aria-label={t('overtime.use')}
        checked={isUsed}
        onCheckedChange={(checked) => onUse(checked === true)}
      />
      <span>
        {t('overtime.use')}
        <span className="block text-muted text-xs">{textOf(read.overtime)}</span>
      </span>
    </div>
  );
}

function Remarks({ read }: { read: ReadClass }) {
  const { t } = useTranslation('determinations');
  if (read.remarks.length === 0) return null;
  return (
    <dl className="flex flex-col gap-2 text-sm">
      {read.remarks.map(({ code, text }) => (
        <div key={`${code} ${text}`}>
          <dt className="font-[550]">{t(`remark.${code}`)}</dt>
          <dd className="break-words text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
