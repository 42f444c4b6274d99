import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { inbox, Message } from '#contract/inbox.ts'
import type { Returned } from '#contract/types.ts'
import type { Reportable } from '#pwa/features/reports/ReportSheet.tsx'
import { dayInWords } from '#pwa/lib/format.ts'
import { Notice } from '#pwa/ui/Notice.tsx'
import { byDay } from './by-day.ts'
import { MessageLine } from './MessageLine.tsx'
import css from './Messages.module.css'
import { PendingLine } from './PendingLine.tsx'
import { useWriting } from './useWriting.ts'
import { Writing } from './Writing.tsx'

// Few ever report anything.
const ReportSheet = lazy(async () => ({
  default: (await import('#pwa/features/reports/ReportSheet.tsx')).ReportSheet,
}))

type Opened = Returned<typeof inbox.getConversation>

/** A conversation from its beginning; it opens at its end, where one writes on. */
export function Messages({ conversation }: { conversation: Opened }) {
  const { id, kind, messages, title, can } = conversation
  const { pending, post, resend, discard } = useWriting(id)
  const [reported, setReported] = useState<Reportable | null>(null)
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last line is what moves it
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [last, pending.length])
  return (
    <>
      {messages.length === 0 && <Notice>このやりとりには、まだメッセージがありません。</Notice>}
      <div role="log" aria-label={title}>
        {byDay(messages).map(({ day, messages: ofDay }) => (
          <section key={day} className={css.day}>
            <h2 className={css.date}>{dayInWords(ofDay[0]!.created_at)}</h2>
            {ofDay.map((message) => (
              <MessageLine
                key={message.id}
                message={message}
                onReport={() => setReported(reportOf(message))}
              />
            ))}
          </section>
        ))}
        <div className={css.pending}>
          {pending.map((message) => (
            <PendingLine
              key={message.client_id}
              message={message}
              onResend={() => resend(message)}
              onDiscard={() => discard(message)}
            />
          ))}
        </div>
        <div ref={end} className={css.end} />
      </div>
      <Writing kind={kind} may={can.answer} onSend={post} />
      <Suspense>
        {reported && <ReportSheet of={reported} onClose={() => setReported(null)} />}
      </Suspense>
    </>
  )
}

const reportOf = ({ id, text, member }: Message): Reportable => ({
  kind: 'message',
  id,
  words: `${member?.display_name}: ${text}`,
})
