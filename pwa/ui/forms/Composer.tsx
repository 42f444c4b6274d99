import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { cx } from '../cx.ts'
import css from './Composer.module.css'
import { isComposing } from './ime.ts'

/** The server's rules for length and normalization of the text. */
export interface Rules {
  max: number
  problemOf: (text: string) => 'empty' | 'long' | null
  tidy: (text: string) => string
  lengthOf: (text: string) => number
}

interface ComposerProps extends Rules {
  text: string
  onText: (text: string) => void
  onSend: (text: string) => void
  /** What is written, if that is not a message. */
  placeholder?: string
  /** Called when the field gets the focus. */
  onFocus?: () => void
  /** Before the field: what else can be sent. */
  beside?: ReactNode
  /** The text field, for a caller that moves the focus there. */
  field?: RefObject<HTMLTextAreaElement | null>
}

/** A message input: counts as the server does, Enter sends, Shift+Enter adds a line. */
export function Composer({
  text,
  onText,
  onSend,
  placeholder = 'メッセージを書く',
  onFocus,
  beside,
  field,
  ...rules
}: ComposerProps) {
  const countId = useId()
  const problem = rules.problemOf(text)
  const isLong = problem === 'long'

  const send = () => {
    if (problem) return
    onSend(rules.tidy(text))
    onText('')
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send()
    // The pressed button is disabled now: the focus would be lost, and a phone's keyboard would close.
    event.currentTarget.querySelector('textarea')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also confirms a kana conversion; that Enter must not send.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    send()
  }
  return (
    <form className={css.form} onSubmit={onSubmit}>
      {beside && <span className={css.beside}>{beside}</span>}
      <div className={cx(css.box, isLong && css.over)}>
        <textarea
          ref={field}
          className={css.input}
          rows={1}
          aria-label="メッセージ"
          aria-describedby={countId}
          aria-invalid={isLong}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="send"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        />
        <span id={countId} className={css.counter}>
          {countOf(text, isLong, rules)}/{rules.max}
          <span className="sr">文字</span>
        </span>
      </div>
      <IconButton
        icon="send"
        label="送る"
        tone="primary"
        type="submit"
        className={css.send}
        disabled={problem !== null}
      />
    </form>
  )
}

/** A very long text is not counted by graphemes, which would be slow. */
const countOf = (text: string, isLong: boolean, { max, tidy, lengthOf }: Rules) =>
  isLong && text.length > 20 * max ? text.length : lengthOf(tidy(text))
