import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { cx } from '../cx.ts'
import { Field, type FieldLook, splitLook } from './Field.tsx'
import css from './input.module.css'

type Native = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id' | 'disabled' | 'ref'>

export interface TextInputProps extends FieldLook, Native {
  value: string
  onChange: (value: string) => void
  /** Shows a ✕ button that clears the field. */
  cancel?: boolean
  /** The counter's maximum; `maxLength` is the browser's limit, and may be one more. */
  maxCount?: number
}

/** Read-only in server-rendered HTML, as what is typed into it would be lost. */
export function TextInput(props: TextInputProps) {
  const { look, rest } = splitLook(props)
  const { value, onChange, cancel = false, maxCount, className, ...native } = rest
  const input = useRef<HTMLInputElement>(null)
  const { readOnly = false } = native
  // Hydration keeps the server's attribute.
  useLayoutEffect(() => {
    if (input.current) input.current.readOnly = readOnly
  }, [readOnly])
  const clearable = cancel && value !== '' && !look.disabled && !readOnly
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <Field
      {...look}
      require={look.require || readOnly}
      counter={maxCount === undefined ? undefined : { text: value, max: maxCount }}
    >
      {(wiring) => (
        <div className={css.affix}>
          <input
            type="text"
            {...native}
            {...wiring}
            {...(import.meta.env.SSR && { readOnly: true })}
            suppressHydrationWarning
            aria-required={wiring['aria-required'] && !readOnly}
            ref={input}
            className={cx(css.input, cancel && css.trailing, className)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {clearable && <IconButton icon="close" size="s" label="入力を消す" onClick={clear} />}
        </div>
      )}
    </Field>
  )
}
