import { Suspense, useState } from 'react'
import type { Returned } from '#contract/http/types.ts'
import type { inbox, Message } from '#contract/inbox/calls.ts'
import { defined } from '#contract/lib/defined.ts'
import type { Reportable } from '#pwa/features/reports/ReportSheet.tsx'
import { dayLabel } from '#pwa/lib/format.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { byDay } from './by-day.ts'
import { Earlier } from './Earlier.tsx'
import { MessageLine } from './MessageLine.tsx'
import css from './Messages.module.css'
import { PendingLine } from './PendingLine.tsx'
import { useEnd } from './useEnd.ts'
import { useOlder } from './useOlder.ts'
import { useWriting } from './useWriting.ts'
import { Writing } from './Writing.tsx'

// Loaded on demand, as reports are rare.
const ReportSheet = lazyWithProgress(
  async () => (await import('#pwa/features/reports/ReportSheet.tsx')).ReportSheet,
)

type Opened = Returned<typeof inbox.getConversation>

/** A conversation, opened at its end, with the input field; older messages load on scrolling up. */
export function Messages({ conversation }: { conversation: Opened }) {
  const { id, kind, title, can } = conversation
  const { messages, older } = useOlder(conversation)
  const { pending, posted, post, resend, discard } = useWriting(id)
  const [reported, setReported] = useState<Reportable | null>(null)
  const { end, isAway: isScrolledUp, toEnd } = useEnd(messages.at(-1)?.id, posted)
  return (
    <>
      {messages.length === 0 && <Alert>このやりとりには、まだメッセージがありません。</Alert>}
      <Earlier {...older} />
      <div role="log" aria-label={title} className={css.log}>
        {byDay(messages).map(({ day, messages: ofDay }) => (
          <section key={day} className={css.day}>
            <h2 className={css.date}>{dayLabel(defined(ofDay[0], 'a message').created_at)}</h2>
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
      {isScrolledUp && (
        <div className={css.fresh}>
          <Button size="s" onClick={toEnd}>
            新しいメッセージがあります
          </Button>
        </div>
      )}
      <Writing id={id} kind={kind} may={can.answer} onSend={post} />
      <Suspense>
        {reported && <ReportSheet of={reported} onClose={() => setReported(null)} />}
      </Suspense>
    </>
  )
}

const reportOf = ({ id, text, member }: Message): Reportable => ({
  kind: 'message',
  id,
  excerpt: `${member?.display_name}: ${text}`,
})
