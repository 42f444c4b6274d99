import type { Conversation } from '#contract/inbox/calls.ts'
import { MESSAGE_MAX } from '#contract/inbox/limits.ts'
import { messageProblem, tidyMessage } from '#contract/inbox/message-text.ts'
import { lengthOf } from '#contract/lib/text.ts'
import { useFormDraft } from '#pwa/lib/forms/useFormDraft.ts'
import { Paused, usePaused } from '#pwa/load/Paused.tsx'
import { Composer } from '#pwa/ui/forms/Composer.tsx'
import css from './Writing.module.css'

const rules = {
  max: MESSAGE_MAX.chars,
  problemOf: (text: string) => messageProblem(text),
  tidy: tidyMessage,
  lengthOf,
}

interface WritingProps {
  id: Conversation['id']
  kind: Conversation['kind']
  may: boolean
  onSend: (text: string) => void
}

/** The input field, or the reason why the user may not answer. */
export function Writing({ id, kind, may, onSend }: WritingProps) {
  const paused = usePaused('message')
  const { values, setValues } = useFormDraft({ kind: 'message', id }, { text: '' })
  if (may)
    return (
      <div className={css.foot}>
        {paused ? (
          <Paused name="message" />
        ) : (
          <Composer
            {...rules}
            text={values.text}
            onText={(text) => setValues({ text })}
            onSend={onSend}
          />
        )}
      </div>
    )
  return (
    <p className={css.over}>
      {kind === 'room'
        ? 'このやりとりは終わっています。ルームのメンバーのあいだだけ、返信できます。'
        : 'この連絡には返信できません。'}
    </p>
  )
}
