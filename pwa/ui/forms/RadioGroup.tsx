import { Icon } from '../Icon.tsx'
import { Field, type FieldLook, splitLook } from './Field.tsx'
import css from './RadioGroup.module.css'

interface RadioGroupProps<V extends string | number> extends FieldLook {
  name: string
  value: V | null
  onChange: (value: V) => void
  options: readonly { value: V; label: string }[]
}

/** Radio buttons side by side; one below the other if there is no space. */
export function RadioGroup<V extends string | number>(props: RadioGroupProps<V>) {
  const { look, rest } = splitLook(props)
  const { name, value, onChange, options } = rest
  return (
    <Field {...look} group="radiogroup">
      {({ disabled }) => (
        <div className={css.choices}>
          {options.map((option) => (
            <label key={option.value} className={css.choice}>
              <input
                type="radio"
                className="sr"
                name={name}
                value={option.value}
                checked={option.value === value}
                disabled={disabled}
                onChange={() => onChange(option.value)}
              />
              <Icon name="check" size="xs" />
              {option.label}
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}
