import { useEffect, useRef } from 'react'
import type { Conversation, Message } from '#contract/inbox.ts'
import { dayInWords } from '#pwa/lib/format.ts'
import { Notice } from '#pwa/ui/Notice.tsx'
import { byDay } from './by-day.ts'
import { MessageLine } from './MessageLine.tsx'
import css from './Messages.module.css'

type Opened = Conversation & { messages: Message[] }

/** A conversation from its beginning; it opens at its end. */
export function Messages({ conversation }: { conversation: Opened }) {
  const { messages } = conversation
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last line is what moves it
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [last])
  if (messages.length === 0) return <Notice>このやりとりには、まだメッセージがありません。</Notice>
  return (
    <div role="log" aria-label={conversation.title}>
      {byDay(messages).map(({ day, messages: ofDay }) => (
        <section key={day} className={css.day}>
          <h2 className={css.date}>{dayInWords(ofDay[0]!.created_at)}</h2>
          {ofDay.map((message) => (
            <MessageLine key={message.id} message={message} />
          ))}
        </section>
      ))}
      <div ref={end} className={css.end} />
    </div>
  )
}
