import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TalkMessage } from '#contract/live.ts'

const EVERY_MS = 5_000

/** What a screen reader is told of a talk: one message in its words, several as a number, never more than a sentence in five seconds. */
export function useAnnounced(
  messages: TalkMessage[] | undefined,
  ownName: string | undefined,
): string {
  const [words, setWords] = useState('')
  const told = useRef<string | null>(null)
  const tell = useEffectEvent(() => {
    const last = messages?.at(-1)?.id
    if (last === undefined) return
    // What stood there already is read by who goes there.
    const from = told.current ?? last
    told.current = last
    const news = messages!.filter(({ id, member }) => id > from && member.name !== ownName)
    if (news.length > 0) setWords(sentence(news))
  })
  const isLoaded = messages !== undefined
  useEffect(() => {
    if (!isLoaded) return
    tell()
    const timer = setInterval(() => tell(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isLoaded])
  return words
}

const sentence = (news: TalkMessage[]) =>
  news.length === 1
    ? `${news[0]!.member.display_name}: ${news[0]!.message}`
    : `新しいトークが${news.length}件あります`
