import { SEATS_MAX } from '#contract/tickets/limits.ts'
import { Select } from '#pwa/ui/forms/Select.tsx'

const CHOICES = Array.from({ length: SEATS_MAX }, (_, n) => ({
  value: String(n + 1),
  label: n === 0 ? '1枚（ご本人の分だけ）' : `${n + 1}枚まで`,
}))

interface MaxSeatsProps {
  name: string
  value: string
  /** People who wait. */
  waiting: number
  onChange: (seats: string) => void
  error?: string | undefined
}

/** How many seats one purchase may take: the buyer's, and those of companions. */
export const MaxSeats = ({ waiting, ...field }: MaxSeatsProps) => (
  <Select
    label="一度に買える枚数"
    require
    hint={`2枚からは、購入した方が同行者の分をリンクで渡せます。返金は、ご購入の全体に対して行います${
      waiting > 0
        ? '。少なくすると、それより多い枚数のキャンセル待ちは終わり、その方にお知らせします'
        : ''
    }`}
    options={CHOICES}
    {...field}
  />
)
