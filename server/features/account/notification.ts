import type { User } from '#contract/account.ts'
import type { Schema } from '#server/db/schema.ts'

type Setting = User['notification']
type Columns = Omit<Schema['notification_setting'], 'user_id'>

/** What holds until a person says otherwise: what concerns them, not what advertises. */
const DEFAULT: Columns = {
  event_reminder: 1,
  room_news: 1,
  message: 1,
  payment: 1,
  ticket: 1,
  marketing: 0,
  quiet_hours: 1,
}
const names = Object.keys(DEFAULT) as (keyof Columns)[]

export const presentNotification = (row: { [K in keyof Columns]: Columns[K] | null }): Setting =>
  Object.fromEntries(
    names.map((name) => [name, (row[name] ?? DEFAULT[name]) === 1]),
  ) as unknown as Setting

export const notificationRow = (setting: Setting): Columns =>
  Object.fromEntries(names.map((name) => [name, setting[name] ? 1 : 0])) as unknown as Columns
