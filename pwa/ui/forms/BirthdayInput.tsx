import css from './BirthdayInput.module.css'
import { digitsIn } from './digits.ts'
import { Field, type FieldLook, splitLook } from './Field.tsx'

export interface Birthday {
  year: string
  month: string
  day: string
}

interface BirthdayInputProps extends FieldLook {
  value: Birthday
  onChange: (value: Birthday) => void
}

const parts = [
  { part: 'year', unit: '年', example: '1990', digits: 4, fill: 'bday-year' },
  { part: 'month', unit: '月', example: '4', digits: 2, fill: 'bday-month' },
  { part: 'day', unit: '日', example: '12', digits: 2, fill: 'bday-day' },
] as const

/** Converts full-width digits on blur, not during a kana conversion. */
export function BirthdayInput(props: BirthdayInputProps) {
  const { look, rest } = splitLook(props)
  const { value, onChange } = rest
  return (
    <Field {...look} group="group">
      {({ id, ...wiring }) => (
        <div className={css.birthday}>
          {parts.map(({ part, unit, example, digits, fill }) => (
            <label key={part}>
              <input
                {...wiring}
                className={css.input}
                inputMode="numeric"
                autoComplete={fill}
                placeholder={example}
                maxLength={digits}
                value={value[part]}
                onChange={(event) => onChange({ ...value, [part]: event.target.value })}
                onBlur={() => onChange({ ...value, [part]: digitsIn(value[part]) })}
              />
              {unit}
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}
