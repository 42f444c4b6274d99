import { TALK_MAX_CHARS } from '#contract/limits.ts'
import { talkProblem, tidyTalk } from '#contract/live/talk-text.ts'
import { lengthOf } from '#contract/text.ts'
import { Composer } from '#pwa/ui/forms/Composer.tsx'

const rules = { max: TALK_MAX_CHARS, problemOf: talkProblem, tidy: tidyTalk, lengthOf }

export const TalkComposer = ({ onSend }: { onSend: (message: string) => void }) => (
  <Composer {...rules} onSend={onSend} />
)
