import type { OwnTicketType } from '#contract/tickets/calls.ts'
import { TICKET_MAX, TICKET_TYPES_MAX, TYPE_COLORS } from '#contract/tickets/limits.ts'
import { TYPE_NAME_STANDS, TYPE_PREFIX_STANDS } from '#contract/tickets/messages.ts'
import { count } from '#pwa/lib/format.ts'
import { DateTimeInput } from '#pwa/ui/forms/DateTimeInput.tsx'
import { PriceInput } from '#pwa/ui/forms/PriceInput.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import type { TypeDraft } from './type-drafts.ts'

const COLOR_LABELS: Record<(typeof TYPE_COLORS)[number], string> = {
  gray: 'グレー',
  red: '赤',
  orange: 'オレンジ',
  green: '緑',
  blue: '青',
  purple: '紫',
}
const COLORS = TYPE_COLORS.map((value) => ({ value: value as string, label: COLOR_LABELS[value] }))

/** Choices of a number of months or tickets, with the stored one if it is another. */
const choices = (none: string, numbers: number[], now: string, label: (n: number) => string) => [
  { value: '', label: none },
  ...[...new Set([...numbers, ...(now === '' ? [] : [Number(now)])])]
    .sort((a, b) => a - b)
    .map((n) => ({ value: String(n), label: label(n) })),
]
const whoChoices = (now: string) =>
  choices('どなたでも', [0, 1, 3, 6, 12], now, (months) =>
    months === 0 ? 'ルームのメンバー' : `参加して${months}か月以上の方`,
  )
const limitChoices = (now: string) =>
  choices('制限しない', [1, 2, 3, 4], now, (tickets) => `${tickets}枚まで`)

interface TypeFieldsProps {
  /** 券種1 */
  name: string
  type: TypeDraft
  /** Null: a new one. */
  stored: OwnTicketType | null
  errorOf: (field: keyof TypeDraft) => string | undefined
  onChange: (part: Partial<TypeDraft>) => void
}

/** The fields of one ticket type. */
export function TypeFields(props: TypeFieldsProps) {
  const { name, type, stored, errorOf, onChange } = props
  const wasOrdered = stored?.was_ordered ?? false
  const field = (of: Exclude<keyof TypeDraft, 'closed'>) => ({
    value: type[of],
    onChange: (value: string) => onChange({ [of]: value }),
    error: errorOf(of),
  })
  return (
    <>
      <TextInput
        label={`${name}の名前`}
        require
        maxCount={TICKET_TYPES_MAX.name}
        disabled={wasOrdered}
        hint={wasOrdered ? TYPE_NAME_STANDS : undefined}
        {...field('name')}
      />
      <PriceInput
        label={`${name}の価格（税込）`}
        require
        hint={wasOrdered ? 'これから購入する方の価格です' : '無料のときは0'}
        {...field('amount')}
      />
      <TextInput
        label={`${name}の枚数`}
        inputMode="numeric"
        hint={
          stored && stored.taken > 0
            ? `${count(stored.taken)}枚のお申し込みがあります。空欄のときは、全体の枚数を分け合います`
            : '空欄のときは、全体の枚数を分け合います'
        }
        {...field('capacity')}
      />
      <DateTimeInput
        label={`${name}の販売の始まり（日本時間）`}
        hint="空欄のときは、すぐに販売します"
        {...field('sales_from')}
      />
      <DateTimeInput
        label={`${name}の販売の終わり（日本時間）`}
        hint="空欄のときは、開演まで販売します"
        {...field('sales_until')}
      />
      <Select
        label={`${name}を購入できる方`}
        require
        options={whoChoices(type.member_months)}
        {...field('member_months')}
      />
      <Select
        label={`${name}のお一人さまの枚数`}
        require
        hint="お持ちの分と、ほかの方に渡した分を数えます"
        options={limitChoices(type.per_person)}
        {...field('per_person')}
      />
      <TextInput
        label={`${name}の受付でのメモ`}
        maxCount={TICKET_TYPES_MAX.note}
        hint="「学生証を確認します」のように書くと、購入の画面とチケットと受付に表示されます"
        {...field('note')}
      />
      <TextInput
        label={`${name}の整理番号の記号`}
        maxCount={TICKET_MAX.prefix}
        disabled={stored?.was_issued ?? false}
        hint={
          stored?.was_issued
            ? TYPE_PREFIX_STANDS
            : '記号を入れると、この券種だけの通し番号になります。「S」のときは「S 001」からです'
        }
        {...field('number_prefix')}
      />
      <Select label={`${name}の色`} require options={COLORS} {...field('color')} />
      <Toggle
        label={`${name}の販売を止める`}
        hint="お持ちの方のチケットは、そのまま使えます"
        checked={type.closed === '1'}
        onChange={(on) => onChange({ closed: on ? '1' : '0' })}
        error={errorOf('closed')}
      />
    </>
  )
}
