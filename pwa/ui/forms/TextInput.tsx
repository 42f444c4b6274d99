import { type ComponentProps, useRef } from 'react'
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

/** Read-only in server-rendered HTML, which the app replaces: see `renderAnew` in `main.tsx`. */
export function TextInput(props: TextInputProps) {
  const { look, rest } = splitLook(props)
  const { value, onChange, cancel = false, maxCount, className, ...native } = rest
  const input = useRef<HTMLInputElement>(null)
  const clearable = cancel && value !== '' && !look.disabled && !native.readOnly
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <Field
      {...look}
      require={look.require || native.readOnly}
      counter={maxCount === undefined ? undefined : { text: value, max: maxCount }}
    >
      {(wiring) => (
        <div className={css.affix}>
          <input
            type="text"
            {...native}
            {...wiring}
            {...(import.meta.env.SSR && { readOnly: true })}
            aria-required={wiring['aria-required'] && !native.readOnly}
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
