import type { Event } from '#contract/events/calls.ts'
import { heldKind } from '#contract/events/live-only.ts'
import { ONLINE } from '#contract/events/messages.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { type Phase, phaseOf } from '#pwa/features/events/phase.ts'
import { dayAndTime, dayLabel, time } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import type { IconName } from '#pwa/ui/icon-names.ts'
import { issuedLabels, issuedStateOf, opensAgain } from '../issued-state.ts'
import { untilLabel } from '../ticket-labels.ts'
import type { BoxTicket } from './box.ts'

/** Shown below the age of cached data. */
export const TICKETS_STAY = 'チケットはこのまま見られます。'

/** The texts of a ticket in the box, for both kinds. */
export interface HeldLabel {
  id: string
  to: string
  picture: string | null
  kind: string
  icon: IconName
  room: Event['room']
  title: string
  when: string
  /** On the large ticket: the day, and the place with the type. */
  dated: string
  where: string
  /** For example あと8日, 配信中, 使用済み. */
  rest: string
  /** The event can be watched now. */
  play: boolean
  number: string | null
  /** The label of the large ticket's link. */
  open: string
}

export const heldLabel = (ticket: BoxTicket, now: string): HeldLabel =>
  ticket.kind === 'watch' ? watchLabel(ticket.event, now) : entryLabel(ticket.issued, now)

function watchLabel(event: Event, now: string): HeldLabel {
  const { id, title, room, start, thumbnail_image_path, archive_until } = event
  const phase = phaseOf(event)
  const archive = phase === 'archive'
  const onAir = phase === 'onAir'
  const rest: Record<Phase, string> = {
    coming: untilLabel(start, now),
    onAir: '配信中',
    after: 'トーク中',
    archive: '',
    ended: '終了',
    cancelled: '中止',
  }
  const until = archive_until ? `${dayAndTime(archive_until)} まで` : '公開中'
  return {
    id,
    to: onAir ? paths.event(room.id, id) : paths.eventTicket(id),
    picture: thumbnail_image_path,
    kind: archive ? '見逃し配信' : onAir ? '配信中' : '視聴チケット',
    icon: archive ? 'archive' : 'play',
    room,
    title,
    when: archive ? until : dayAndTime(start),
    dated: dayAndTime(start),
    where: [ONLINE, heldKind(event)].filter(Boolean).join('・'),
    rest: rest[phase],
    play: archive || onAir,
    number: null,
    open: onAir ? '視聴する' : 'チケットを開く',
  }
}

function entryLabel(issued: IssuedTicket, now: string): HeldLabel {
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
    dated: `${dayLabel(starts_at)} 開場${time(opens_at)}`,
    where: [venue, issued.type?.name].filter(Boolean).join('・'),
    rest: opensAgain(issued, now)
      ? '再入場できます'
      : state === 'valid'
        ? untilLabel(starts_at, now)
        : issuedLabels[state],
    play: false,
    number: issued.number,
    open: 'チケットを開く',
  }
}
