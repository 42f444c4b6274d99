import type { Event } from '#contract/events/calls.ts'
import { lengthOf } from '#contract/lib/text.ts'
import { TALK_MAX_CHARS } from '#contract/live/limits.ts'
import { postBlockedReason } from '#contract/live/post-blocked.ts'
import { talkProblem, tidyTalk } from '#contract/live/talk-text.ts'
import { useFormDraft } from '#pwa/lib/forms/useFormDraft.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Composer } from '#pwa/ui/forms/Composer.tsx'
import css from './TalkPanel.module.css'
import type { useTalk } from './useTalk.ts'

const rules = { max: TALK_MAX_CHARS, problemOf: talkProblem, tidy: tidyTalk, lengthOf }

interface TalkComposerProps {
  eventId: string
  onSend: (message: string) => void
}
function TalkComposer({ eventId, onSend }: TalkComposerProps) {
  const { values, setValues } = useFormDraft({ kind: 'talk', id: eventId }, { text: '' })
  const setText = (text: string) => setValues({ text })
  return <Composer {...rules} text={values.text} onText={setText} onSend={onSend} />
}

interface TalkFootProps {
  event: Event
  talk: ReturnType<typeof useTalk>
  onSend: (message: string) => void
}

/** The input field, or why the viewer may not post; and why no new messages arrive. */
export function TalkFoot({ event, talk, onSend }: TalkFootProps) {
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
        <TalkComposer eventId={event.id} onSend={onSend} />
      ) : (
        <p className={css.word}>{postBlockedReason(event)}</p>
      )}
    </>
  )
}
