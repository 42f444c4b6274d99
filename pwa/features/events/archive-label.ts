import type { Event } from '#contract/events/calls.ts'
import { dayAndTime } from '#pwa/lib/format.ts'

/** Until when the archive of an event can be watched. */
export function archiveLabel({
  archive_days,
  archive_until,
  archive_deleted_at,
}: Pick<Event, 'archive_days' | 'archive_until' | 'archive_deleted_at'>): string {
  if (archive_deleted_at) return 'オーナーにより終了しました'
  if (archive_days === 0) return 'なし'
  return archive_until ? `${dayAndTime(archive_until)} まで` : `終了後、${archive_days}日間`
}
