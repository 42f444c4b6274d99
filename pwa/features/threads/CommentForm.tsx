import { type FormEvent, useEffect, useRef, useState } from 'react'
import { withSan } from '#contract/lib/with-san.ts'
import { tooLong, UNREACHABLE } from '#contract/shared/messages.ts'
import type { Comment } from '#contract/threads/calls.ts'
import { COMMENT_MAX } from '#contract/threads/posting-limits.ts'
import { commentFits, tidyComment } from '#contract/threads/thread-text.ts'
import { wordsOf } from '#pwa/lib/api/words-of.ts'
import { useFormDraft } from '#pwa/lib/forms/useFormDraft.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import css from './Comments.module.css'

interface CommentFormProps {
  thread: string
  /** The comment to reply to, or null. */
  to: Comment | null
  onSend: (text: string) => Promise<void>
  onCancel: () => void
}

const EMPTY = { text: '' }

/** The form for a comment or a reply. */
export function CommentForm({ thread, to, onSend, onCancel }: CommentFormProps) {
  const { values, setValues } = useFormDraft({ kind: 'comment', id: thread }, EMPTY)
  const { text } = values
  const [error, setError] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const tidy = tidyComment(text)
  const isLong = !commentFits(tidy)
  useEffect(() => {
    if (to) form.current?.querySelector('textarea')?.focus()
  }, [to])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (tidy === '' || isLong) return
    setValues(EMPTY)
    setError(null)
    // Without a text the button is disabled and loses the focus. The form gets it: the field would open a phone's keyboard.
    if (document.activeElement instanceof HTMLButtonElement) form.current?.focus()
    try {
      await onSend(tidy)
    } catch (failure) {
      console.error(failure)
      // What was typed meanwhile stays, below the text that was not sent.
      setValues((now) => ({ text: now.text === '' ? text : `${text}\n${now.text}` }))
      setError(wordsOf(failure, UNREACHABLE))
    }
  }
  return (
    <form
      ref={form}
      className={css.form}
      onSubmit={(event) => void submit(event)}
      tabIndex={-1}
      noValidate
    >
      {to && (
        <p className={css.to}>
          <span className="clip1">{withSan(to.member.display_name)}に返信</span>
          <IconButton icon="close" size="s" label="返信をやめる" onClick={onCancel} />
        </p>
      )}
      <TextArea
        label={to ? '返信' : 'コメントを書く'}
        name="comment"
        require
        rows={2}
        maxCount={COMMENT_MAX}
        value={text}
        onChange={(next) => setValues({ text: next })}
        error={isLong ? tooLong('コメント', COMMENT_MAX) : error}
      />
      <Button type="submit" size="s" icon="send" disabled={tidy === '' || isLong}>
        {to ? '返信する' : 'コメントする'}
      </Button>
    </form>
  )
}
