import type { ComponentProps } from 'react'
import { Field, type FieldLook, splitLook } from './Field.tsx'
import css from './TextArea.module.css'

type Native = Omit<
  ComponentProps<'textarea'>,
  'value' | 'onChange' | 'id' | 'disabled' | 'className'
>

interface TextAreaProps extends FieldLook, Native {
  value: string
  onChange: (value: string) => void
  maxCount?: number
}

/** Grows with its text (`field-sizing`), if the browser supports it. */
export function TextArea(props: TextAreaProps) {
  const { look, rest } = splitLook(props)
  const { value, onChange, maxCount, ...native } = rest
  return (
    <Field {...look} counter={maxCount === undefined ? undefined : { text: value, max: maxCount }}>
      {(wiring) => (
        <textarea
          {...native}
          {...wiring}
          className={css.area}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
