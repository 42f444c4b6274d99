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
import { cx } from '#pwa/ui/cx.ts'
import { Composer } from '#pwa/ui/forms/Composer.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './TalkPanel.module.css'
import { TalkReactions } from './TalkReactions.tsx'
import { useStampPicker } from './useStampPicker.tsx'
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
  /** The talk is shown: what is less urgent can be asked for. */
  ready: boolean
  onSend: (message: string, more: TalkExtras) => void
}

function TalkComposer(props: TalkComposerProps) {
  const { event, ready, onSend, replyTo, onReplyTo, field } = props
  const { values, setValues } = useFormDraft({ kind: 'talk', id: event.id }, { text: '' })
  const [isQuestion, setIsQuestion] = useState(false)
  const setText = (text: string) => setValues({ text })
  const send = (text: string, more: TalkExtras) => {
    onSend(text, { ...more, ...(replyTo && { reply_to: replyTo.id }) })
    onReplyTo(null)
  }
  const sendText = (text: string) => {
    send(text, isQuestion ? { question: true } : {})
    setIsQuestion(false)
  }
  const stamps = useStampPicker(event.room.id, ready, ({ id, name, image_path }) =>
    send(name, { stamp: { id, image_path } }),
  )
  const giveUpReply = () => {
    onReplyTo(null)
    field.current?.focus()
  }
  return (
    <>
      <div className={cx(css.silent, stamps.panel && css.yields)}>
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
      {stamps.panel}
      <Composer
        {...rules}
        text={values.text}
        onText={setText}
        onSend={sendText}
        onFocus={stamps.close}
        beside={stamps.button}
        field={field}
        {...(isQuestion && { placeholder: '質問を書く' })}
      />
    </>
  )
}

interface TalkFootProps extends Omit<TalkComposerProps, 'ready'> {
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
        <TalkComposer {...composer} ready={talk.data !== undefined} />
      ) : (
        <p className={css.word}>{postBlockedReason(event)}</p>
      )}
    </>
  )
}
