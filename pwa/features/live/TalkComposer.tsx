import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { TALK_MAX_CHARS } from '#contract/limits.ts'
import { talkProblem, tidyTalk } from '#contract/talk-text.ts'
import { lengthOf } from '#contract/text.ts'
import { cx } from '#pwa/ui/cx.ts'
import { isComposing } from '#pwa/ui/forms/ime.ts'
import { IconButton } from '#pwa/ui/IconButton.tsx'
import css from './TalkComposer.module.css'

/** Where one writes: counted as the server counts, Enter sends, Shift+Enter breaks the line. */
export function TalkComposer({ onSend }: { onSend: (message: string) => void }) {
  const [text, setText] = useState('')
  const problem = talkProblem(text)
  const isLong = problem === 'long'

  const send = () => {
    if (problem) return
    onSend(tidyTalk(text))
    setText('')
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also confirms a kana conversion; that Enter must not send.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    send()
  }
  return (
    <form className={css.form} onSubmit={onSubmit}>
      <div className={cx(css.box, isLong && css.over)}>
        <textarea
          className={css.input}
          rows={1}
          aria-label="メッセージ"
          aria-describedby="talk-count"
          aria-invalid={isLong}
          placeholder="メッセージを書く"
          autoComplete="off"
          enterKeyHint="send"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <span id="talk-count" className={css.counter}>
          {countOf(text, isLong)}/{TALK_MAX_CHARS}
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

/** What a book is long is not counted letter by letter. */
const countOf = (text: string, isLong: boolean) =>
  isLong && text.length > 20 * TALK_MAX_CHARS ? text.length : lengthOf(tidyTalk(text))
