import { Select } from '#pwa/ui/forms/Select.tsx'

/** What a form gives each of its fields. */
export interface NumberField {
  name: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

interface NumberSelectProps extends NumberField {
  label: string
  hint: string
  choices: readonly number[]
  labelOf: (choice: number) => string
}

/** A choice of one of a few numbers, of days or hours. */
export const NumberSelect = ({ choices, labelOf, ...field }: NumberSelectProps) => (
  <Select
    require
    options={choices.map((choice) => ({ value: String(choice), label: labelOf(choice) }))}
    {...field}
  />
)
