import type { Event } from '#contract/events/calls.ts'
import { live, type TalkMessage } from '#contract/live/calls.ts'
import { useLoad, useSend } from '#pwa/lib/api/api.ts'
import { time } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import css from './TalkQuestions.module.css'

/** The viewers' questions, for hosts: open ones first, each kind oldest first. */
export function TalkQuestions({ event: { id }, onClose }: { event: Event; onClose: () => void }) {
  const list = useLoad(live.listQuestions, { params: { id } })
  return (
    <Sheet open title="質問" onClose={onClose}>
      <Loaded of={list} skeleton={<SkeletonRows count={3} />}>
        {(questions) => (
          <>
            {questions.length === 0 && (
              <p className="small muted">
                まだ質問はありません。参加者が「質問」を付けて送った書き込みが、ここにならびます。
              </p>
            )}
            <Questions
              eventId={id}
              label="まだ答えていない質問"
              questions={questions.filter(({ question }) => question === 'open')}
            />
            <Questions
              eventId={id}
              label="回答済み"
              questions={questions.filter(({ question }) => question === 'answered')}
            />
          </>
        )}
      </Loaded>
    </Sheet>
  )
}

interface QuestionsProps {
  eventId: string
  label: string
  questions: TalkMessage[]
}

function Questions({ eventId, label, questions }: QuestionsProps) {
  const answer = useSend(live.answerQuestion, { refresh: [live.listQuestions] })
  if (questions.length === 0) return null
  const toggle = ({ id, question }: TalkMessage) =>
    answer.mutate(
      { params: { id: eventId, message_id: id }, body: { answered: question === 'open' } },
      { onError: ({ message }) => showToast(message) },
    )
  return (
    <section className={css.part} aria-label={label}>
      <h3>
        {label}
        <span className="num">（{questions.length}）</span>
      </h3>
      <ul>
        {questions.map((line) => (
          <li key={line.id} className={css.row}>
            <Avatar src={line.member.icon_image_small_path} size="s" />
            <div className="grow">
              <p className="note muted">
                {line.member.display_name} {time(line.created_at)}
              </p>
              <p className={css.say}>{line.message}</p>
            </div>
            <Button
              size="s"
              variant={line.question === 'open' ? 'secondary' : 'quiet'}
              busy={answer.isPending && answer.variables.params.message_id === line.id}
              onClick={() => toggle(line)}
            >
              {line.question === 'open' ? '回答済みにする' : '未回答に戻す'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
