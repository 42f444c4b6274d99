import { useState } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { Field, splitLook } from './Field.tsx'
import css from './input.module.css'
import type { TextInputProps } from './TextInput.tsx'

type PasswordInputProps = Omit<TextInputProps, 'type' | 'cancel' | 'maxCount' | 'className'>

/** Read-only in server-rendered HTML: see `TextInput`. */
export function PasswordInput(props: PasswordInputProps) {
  const { look, rest } = splitLook(props)
  const { value, onChange, ...native } = rest
  const [shown, setShown] = useState(false)
  return (
    <Field {...look}>
      {(wiring) => (
        <div className={css.affix}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...native}
            {...wiring}
            {...(import.meta.env.SSR && { readOnly: true })}
            type={shown ? 'text' : 'password'}
            className={`${css.input} ${css.trailing}`}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <IconButton
            icon={shown ? 'hide' : 'eye'}
            label={shown ? 'パスワードを隠す' : 'パスワードを表示'}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  )
}
