import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TalkMessage } from '#contract/live/calls.ts'
import { textOf } from './talk.ts'

const EVERY_MS = 5_000

/** The live-region text of a talk: one message verbatim, several as a count; at most one sentence in five seconds. */
export function useAnnounced(
  messages: TalkMessage[] | undefined,
  ownName: string | undefined,
): string {
  const [announcement, setText] = useState('')
  const announced = useRef<string | null>(null)
  const report = useEffectEvent(() => {
    const last = messages?.at(-1)?.id
    if (!messages || last === undefined) return
    // The initial messages are not announced: readers reach them in the list.
    const from = announced.current ?? last
    announced.current = last
    const news = messages.filter(({ id, member }) => id > from && member.name !== ownName)
    if (news.length > 0) setText(sentence(news))
  })
  const isLoaded = messages !== undefined
  useEffect(() => {
    if (!isLoaded) return
    report()
    const timer = setInterval(() => report(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isLoaded])
  return announcement
}

const sentence = (news: TalkMessage[]) => {
  const [only, another] = news
  return only && !another
    ? `${only.member.display_name}: ${textOf(only)}`
    : `新しい書き込みが${news.length}件あります`
}
