import { BY_CARD, BY_KONBINI } from '#contract/orders/sale-rules.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'

const OPTIONS = [
  { value: 'card', label: BY_CARD },
  { value: 'konbini', label: BY_KONBINI },
] as const

interface PaymentMethodsProps {
  inStore: boolean
  /** Deadline of a payment in a convenience store. */
  until: string | null
  onChange: (inStore: boolean) => void
  disabled: boolean
}

/** The choice between a card and a convenience store. */
export const PaymentMethods = ({ inStore, until, onChange, disabled }: PaymentMethodsProps) => (
  <RadioGroup
    label="支払方法"
    name="method"
    require
    options={OPTIONS}
    value={inStore ? 'konbini' : 'card'}
    onChange={(method) => onChange(method === 'konbini')}
    disabled={disabled}
    hint={
      inStore && until
        ? `番号をお渡しします。${dayAndTime(until)}までに、お店でお支払いください`
        : undefined
    }
  />
)
