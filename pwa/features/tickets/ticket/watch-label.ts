import type { Event } from '#contract/events/calls.ts'
import { phaseOf } from '#pwa/features/events/phase.ts'
import { bareTime, dayAndTime, dayLabel, time, zoneLabel } from '#pwa/lib/format.ts'
import { untilLabel } from '../ticket-labels.ts'

/** The stub of a ticket to watch: label, large figure, and details. Null when the event is over. */
export interface WatchLabel {
  label: string
  figure: string
  below: string
}

export function watchLabel(event: Event, now: string): WatchLabel | null {
  const { start, end, archive_until } = event
  switch (phaseOf(event)) {
    case 'coming':
      return {
        label: '配信開始まで',
        figure: untilLabel(start, now),
        below: `${dayAndTime(start)} から`,
      }
    case 'onAir':
      return {
        label: '配信中',
        figure: bareTime(end),
        below: `ごろまで配信しています${zoneLabel(end)}`,
      }
    case 'after':
      return {
        label: '配信は終わりました',
        figure: 'トーク中',
        below: 'トークにはまだ参加できます',
      }
    case 'archive':
      return {
        label: '見逃し配信',
        figure: archive_until ? dayLabel(archive_until) : '公開中',
        below: archive_until ? `${time(archive_until)} まで見られます` : '期限なく見られます',
      }
    case 'ended':
    case 'cancelled':
      return null
  }
}
