import type { ComponentProps } from 'react'
import { Icon } from '../Icon.tsx'
import { Field, type FieldLook, splitLook } from './Field.tsx'
import css from './Select.module.css'

type Native = Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'id' | 'disabled' | 'className'>

interface SelectProps extends FieldLook, Native {
  value: string
  onChange: (value: string) => void
  options: { value: string; label: string }[]
  /** Shown while `value` is ''. */
  placeholder?: string
}

export function Select(props: SelectProps) {
  const { look, rest } = splitLook(props)
  const { value, onChange, options, placeholder, ...native } = rest
  return (
    <Field {...look}>
      {(wiring) => (
        <div className={css.select}>
          <select
            {...native}
            {...wiring}
            className={css.input}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="down" size="s" />
        </div>
      )}
    </Field>
  )
}
