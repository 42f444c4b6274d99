import type { Event } from '#contract/events.ts'
import { phaseOf } from '#pwa/features/events/phase.ts'
import { dayInWords, time } from '#pwa/lib/format.ts'
import { untilWords } from '../until.ts'

/** What stands on the stub of a ticket to watch: a word, a figure that is read from afar, and what follows it. Nothing when it is over. */
export interface WatchWords {
  label: string
  figure: string
  below: string
}

export function watchWords(event: Event, now: string): WatchWords | null {
  const { start, end, archive_until } = event
  switch (phaseOf(event)) {
    case 'coming':
      return {
        label: '配信開始まで',
        figure: untilWords(start, now),
        below: `${dayInWords(start)} ${time(start)} から`,
      }
    case 'onAir':
      return { label: '配信中', figure: time(end), below: 'ごろまで配信しています' }
    case 'after':
      return {
        label: '配信は終わりました',
        figure: 'トーク中',
        below: 'トークにはまだ参加できます',
      }
    case 'archive':
      return {
        label: '見逃し配信',
        figure: archive_until ? dayInWords(archive_until) : '公開中',
        below: archive_until ? `${time(archive_until)} まで見られます` : '期限なく見られます',
      }
    case 'ended':
    case 'cancelled':
      return null
  }
}
