import type { OwnEvent } from '#contract/events/calls.ts'
import { count } from '#pwa/lib/format.ts'

type Audience = OwnEvent['audience']

/** The viewing time of all viewers, formatted. */
export const duration = (minutes: number): string => {
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes}分`
  return minutes % 60 === 0 ? `${count(hours)}時間` : `${count(hours)}時間${minutes % 60}分`
}

/** The minutes of the stream and of its archive. */
export const watchedMinutes = ({ live, archive }: Audience) => live.minutes + archive.minutes

/** The audience facts of an event's row; empty without viewers and messages. */
export function audienceLine(audience: Audience): string[] {
  const minutes = watchedMinutes(audience)
  const { messages } = audience.talk
  return [
    ...(minutes > 0 ? [`のべ視聴 ${duration(minutes)}`] : []),
    ...(messages > 0 ? [`書き込み ${count(messages)}件`] : []),
  ]
}

/** The audience facts in detail. */
export function audienceFacts({ live, archive, talk }: Audience) {
  const watched = (what: string, { people, minutes }: Audience['live']) => ({
    term: what,
    value: `${count(people)}人・のべ${duration(minutes)}`,
  })
  return [
    watched('配信の視聴', live),
    { term: '最大同時視聴', value: `${count(live.peak)}人` },
    ...(archive.people > 0 ? [watched('見逃し配信の視聴', archive)] : []),
    { term: '書き込み', value: `${count(talk.messages)}件・${count(talk.people)}人` },
  ]
}
