import { count } from '#pwa/lib/format.ts'
import { DateTimeInput } from '#pwa/ui/forms/DateTimeInput.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'

interface ResaleUntilProps {
  name: string
  /** A local time; empty: 公式リセール is off. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** The deadline that is proposed: the opening of the doors, or the start. Empty until it is entered. */
  usual: string
  disabled: boolean
  /** Holders were promised it: it can only be extended. */
  isPromised: boolean
}

/** Whether, and until when, holders may give their tickets back by 公式リセール. */
export function ResaleUntil({
  usual,
  disabled,
  isPromised,
  error,
  value,
  onChange,
  name,
}: ResaleUntilProps) {
  const isOn = value !== ''
  return (
    <>
      <Toggle
        label="公式リセールを受け付ける"
        hint={
          usual === '' && !isOn
            ? '開始の日時を入力すると、選べます'
            : '行けなくなった方のチケットを、次の方に同じ価格で販売します。次の方が支払うと、前の方に全額を返金します。手数料はありません'
        }
        checked={isOn}
        disabled={disabled || (!isOn && usual === '') || (isOn && isPromised)}
        onChange={(on) => onChange(on ? usual : '')}
        error={isOn ? undefined : error}
      />
      {isOn && (
        <DateTimeInput
          label="公式リセールの締め切り（日本時間）"
          require
          disabled={disabled}
          hint={
            isPromised
              ? 'チケットをお持ちの方にお約束しているため、早くはできません'
              : '開始の日時までです。受付に通信がない会場では、開場より前にしてください'
          }
          name={name}
          value={value}
          onChange={onChange}
          error={error}
        />
      )}
    </>
  )
}

/** How many tickets are listed and sold by 公式リセール, as facts; nothing while there are none. */
export const resaleFacts = ({ listed, resold }: { listed: number; resold: number }) =>
  listed + resold > 0
    ? [
        {
          term: '公式リセール',
          value: `出品中 ${count(listed)}枚・販売済み ${count(resold)}枚`,
        },
      ]
    : []
