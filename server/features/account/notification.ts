import type { User } from '#contract/account/calls.ts'
import type { Schema } from '#server/db/schema.ts'
import { newNotificationSetting } from '#server/features/auth/new-user.ts'

type Setting = User['notification']
type Columns = Omit<Schema['notification_setting'], 'user_id'>

const { user_id: _, ...DEFAULT } = newNotificationSetting('')
const names = Object.keys(DEFAULT) as (keyof Columns)[]

export const presentNotification = (row: { [K in keyof Columns]: Columns[K] | null }): Setting =>
  Object.fromEntries(
    names.map((name) => [name, (row[name] ?? DEFAULT[name]) === 1]),
  ) as unknown as Setting

export const notificationRow = (setting: Setting): Columns =>
  Object.fromEntries(names.map((name) => [name, setting[name] ? 1 : 0])) as unknown as Columns
