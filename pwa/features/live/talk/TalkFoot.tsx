import { type RefObject, useState } from 'react'
import type { Event } from '#contract/events/calls.ts'
import { lengthOf } from '#contract/lib/text.ts'
import { withSan } from '#contract/lib/with-san.ts'
import type { TalkMessage } from '#contract/live/calls.ts'
import { TALK_MAX_CHARS } from '#contract/live/limits.ts'
import { postBlockedReason } from '#contract/live/post-blocked.ts'
import { talkProblem, tidyTalk } from '#contract/live/talk-text.ts'
import { useFormDraft } from '#pwa/lib/forms/useFormDraft.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { Composer } from '#pwa/ui/forms/Composer.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './TalkPanel.module.css'
import { TalkReactions } from './TalkReactions.tsx'
import type { useTalk } from './useTalk.ts'
import type { TalkExtras } from './useTalkPost.ts'

const rules = { max: TALK_MAX_CHARS, problemOf: talkProblem, tidy: tidyTalk, lengthOf }

interface Replying {
  /** The message to which the next one replies. */
  replyTo: TalkMessage | null
  onReplyTo: (message: TalkMessage | null) => void
  field: RefObject<HTMLTextAreaElement | null>
}
interface TalkComposerProps extends Replying {
  event: Event
  onSend: (message: string, more: TalkExtras) => void
}

function TalkComposer({ event, onSend, replyTo, onReplyTo, field }: TalkComposerProps) {
  const { values, setValues } = useFormDraft({ kind: 'talk', id: event.id }, { text: '' })
  const [isQuestion, setIsQuestion] = useState(false)
  const setText = (text: string) => setValues({ text })
  const send = (text: string) => {
    onSend(text, {
      ...(replyTo && { reply_to: replyTo.id }),
      ...(isQuestion && { question: true }),
    })
    onReplyTo(null)
    setIsQuestion(false)
  }
  const giveUpReply = () => {
    onReplyTo(null)
    field.current?.focus()
  }
  return (
    <>
      <div className={css.silent}>
        <TalkReactions eventId={event.id} />
        {!event.can.moderate && (
          <Button
            variant={isQuestion ? 'primary' : 'quiet'}
            size="s"
            icon="help"
            aria-pressed={isQuestion}
            onClick={() => setIsQuestion(!isQuestion)}
          >
            質問
          </Button>
        )}
      </div>
      {replyTo && (
        <p className={css.context}>
          <Icon name="reply" size="s" />
          <span className="grow clip1">{withSan(replyTo.member.display_name)}に返信します</span>
          <IconButton icon="close" label="返信をやめる" size="s" onClick={giveUpReply} />
        </p>
      )}
      <Composer
        {...rules}
        text={values.text}
        onText={setText}
        onSend={send}
        field={field}
        {...(isQuestion && { placeholder: '質問を書く' })}
      />
    </>
  )
}

interface TalkFootProps extends TalkComposerProps {
  talk: ReturnType<typeof useTalk>
}

/** The input field, or why the viewer may not post; and why no new messages arrive. */
export function TalkFoot({ talk, ...composer }: TalkFootProps) {
  const { event } = composer
  return (
    <>
      {talk.isOver && (
        <div className={css.word} role="status">
          <p>2時間がたったので、トークの更新を止めました。</p>
          <Button variant="secondary" size="s" icon="refresh" onClick={talk.goOn}>
            続きを見る
          </Button>
        </div>
      )}
      {talk.isCut && !talk.isOver && (
        <p className={css.word} role="status">
          トークにつながりません。つなぎ直しています…
        </p>
      )}
      {event.can.speak ? (
        <TalkComposer {...composer} />
      ) : (
        <p className={css.word}>{postBlockedReason(event)}</p>
      )}
    </>
  )
}
