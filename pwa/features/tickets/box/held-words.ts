import type { Event } from '#contract/events.ts'
import type { IssuedTicket } from '#contract/tickets.ts'
import { type Phase, phaseOf } from '#pwa/features/events/phase.ts'
import { dayAndTime, dayInWords, time } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import type { IconName } from '#pwa/ui/icon-names.ts'
import { issuedStateOf, issuedWords, opensAgain } from '../issued-state.ts'
import { untilWords } from '../until.ts'
import type { Held } from './box.ts'

/** Under how old a copy is. */
export const TICKETS_STAY = 'チケットはこのまま見られます。'

/** What a ticket in the box says of itself, whichever kind it is. */
export interface HeldWords {
  id: string
  to: string
  picture: string | null
  kind: string
  icon: IconName
  room: Event['room']
  title: string
  when: string
  /** The same with the place, for the large ticket. */
  note: string
  /** あと8日, 配信中, 使用済み. */
  rest: string
  /** It can be watched now. */
  play: boolean
  number: string | null
  /** What a press on the large ticket does. */
  open: string
}

export const heldWords = (held: Held, now: string): HeldWords =>
  held.kind === 'watch' ? watchWords(held.event, now) : enterWords(held.issued, now)

function watchWords(event: Event, now: string): HeldWords {
  const { id, title, room, start, thumbnail_image_path, archive_until } = event
  const phase = phaseOf(event)
  const archive = phase === 'archive'
  const rest: Record<Phase, string> = {
    coming: untilWords(start, now),
    onAir: '配信中',
    after: 'トーク中',
    archive: '',
    ended: '終了',
    cancelled: '中止',
  }
  const until = archive_until ? `${dayAndTime(archive_until)} まで` : '公開中'
  return {
    id,
    to: paths.eventTicket(id),
    picture: thumbnail_image_path,
    kind: archive ? '見逃し配信' : phase === 'onAir' ? '配信中' : '視聴チケット',
    icon: archive ? 'archive' : 'play',
    room,
    title,
    when: archive ? until : dayAndTime(start),
    note: `${dayAndTime(start)} ・ オンライン配信`,
    rest: rest[phase],
    play: archive || phase === 'onAir',
    number: null,
    open: 'チケットをひらく',
  }
}

function enterWords(issued: IssuedTicket, now: string): HeldWords {
  const { title, image_path, room, starts_at, opens_at, venue } = issued.ticket
  const state = issuedStateOf(issued, now)
  return {
    id: issued.id,
    to: paths.digitalTicket(issued.id),
    picture: image_path,
    kind: '入場チケット',
    icon: 'ticket',
    room,
    title,
    when: dayAndTime(starts_at),
    note: `${dayInWords(starts_at)} 開場${time(opens_at)} ・ ${venue}`,
    rest: opensAgain(issued, now)
      ? '再入場できます'
      : state === 'valid'
        ? untilWords(starts_at, now)
        : issuedWords[state],
    play: false,
    number: issued.number,
    open: 'チケットをひらく',
  }
}
