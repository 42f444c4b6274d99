import type { ComponentProps } from 'react'
import { Icon } from '../Icon.tsx'
import { Field, type FieldLook, splitLook } from './Field.tsx'
import css from './Select.module.css'

type Native = Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'id' | 'disabled' | 'className'>

interface SelectProps<V extends string> extends FieldLook, Native {
  value: V
  onChange: (value: V) => void
  /** An option with the value '' stands for no choice. */
  options: readonly { value: V; label: string }[]
}

export function Select<V extends string>(props: SelectProps<V>) {
  const { look, rest } = splitLook(props)
  const { value, onChange, options, ...native } = rest
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <Field {...look}>
      {(wiring) => (
        <div className={css.select}>
          <select
            {...native}
            {...wiring}
            className={css.input}
            value={value}
            onChange={(event) => choose(event.target.value)}
          >
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
