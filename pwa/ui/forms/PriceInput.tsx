import { useState } from 'react'
import { digitsIn } from './digits.ts'
import { Field, splitLook } from './Field.tsx'
import css from './PriceInput.module.css'
import type { TextInputProps } from './TextInput.tsx'

type PriceInputProps = Omit<TextInputProps, 'type' | 'cancel' | 'maxCount' | 'className'>

const grouped = new Intl.NumberFormat('ja-JP')

/** `value` is yen in digits, or ''. */
export function PriceInput(props: PriceInputProps) {
  const { look, rest } = splitLook(props)
  const { value, onChange, ...native } = rest
  // The raw input while typing: reformatting would break a kana conversion and move the caret.
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? (value === '' ? '' : grouped.format(Number(value)))

  function take(text: string) {
    setDraft(text)
    const digits = digitsIn(text)
    onChange(digits === '' ? '' : String(Number(digits)))
  }

  return (
    <Field {...look}>
      {(wiring) => (
        <div className={css.price}>
          <span aria-hidden="true">¥</span>
          <input
            {...native}
            {...wiring}
            type="text"
            inputMode="numeric"
            className={css.input}
            value={shown}
            onChange={(event) => take(event.target.value)}
            onBlur={() => setDraft(null)}
          />
        </div>
      )}
    </Field>
  )
}
