import type { Db } from '#server/db/schema.ts'

/** The profile without internal columns. */
export const profile = (db: Db, userId: string) =>
  db
    .selectFrom('user')
    .select(['name', 'display_name', 'email', 'email_verified_at', 'about'])
    .select(['birth_y', 'birth_m', 'birth_d', 'gender', 'official_flg', 'role'])
    .select(['icon_path', 'icon_small_path', 'publishes_attendance', 'publishes_memberships'])
    .select(['terms_accepted_at', 'guardian_consent_at', 'created_at', 'updated_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

export const formerNames = (db: Db, userId: string) =>
  db
    .selectFrom('name_history')
    .select(['name', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('changed_at')
    .execute()

export const links = (db: Db, userId: string) =>
  db
    .selectFrom('profile_link')
    .select(['title', 'url'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute()

export const notification = (db: Db, userId: string) =>
  db
    .selectFrom('notification_setting')
    .select(['event_reminder', 'room_news', 'message', 'payment', 'ticket'])
    .select(['marketing', 'quiet_hours'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** What happened to the person, as their list of notifications has it. */
export const notifications = (db: Db, userId: string) =>
  db
    .selectFrom('notification')
    .select(['kind', 'subject_id as about', 'times', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Browsers that receive notifications, without push endpoint and keys. */
export const pushDevices = (db: Db, userId: string) =>
  db
    .selectFrom('push_token')
    .select(['kind', 'created_at', 'confirmed_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

export const devices = (db: Db, userId: string) =>
  db
    .selectFrom('session')
    .select(['device', 'created_at', 'last_seen_at', 'revoked_at as ended_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

export const passkeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkey')
    .select(['name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

/** Accepted versions of the legal texts, with their dates. */
export const consents = (db: Db, userId: string) =>
  db
    .selectFrom('consent')
    .select(['slug as text', 'version', 'accepted_at'])
    .where('user_id', '=', userId)
    .orderBy('accepted_at')
    .execute()

export const identities = (db: Db, userId: string) =>
  db
    .selectFrom('identity')
    .select(['provider', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

const people = (
  db: Db,
  userId: string,
  ownColumn: 'follower_id' | 'followee_id',
  otherColumn: 'follower_id' | 'followee_id',
) =>
  db
    .selectFrom('follow')
    .innerJoin('user', 'user.id', `follow.${otherColumn}`)
    .select(['user.name', 'follow.created_at'])
    .where(`follow.${ownColumn}`, '=', userId)
    .orderBy('follow.created_at')
    .execute()

export const following = (db: Db, userId: string) =>
  people(db, userId, 'follower_id', 'followee_id')

export const followers = (db: Db, userId: string) =>
  people(db, userId, 'followee_id', 'follower_id')
