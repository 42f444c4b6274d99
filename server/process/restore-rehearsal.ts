import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isLoopback } from '../config/addresses.ts'
import type { Config } from '../config/config.ts'
import type { Engine } from '../db/engine.ts'

/** Marker of a restore rehearsal in its data folder; names the location of the copy. */
const rehearsalFile = (dataDir: string) => join(dataDir, 'drill')

/** Location of rows, media and streams. Hashed, as a database URL contains a password. */
function drillTarget({ databaseUrl, s3, dataDir, live }: Config): string {
  const bucket = s3 && [s3.endpoint, s3.bucket, s3.prefix]
  const places = JSON.stringify([databaseUrl, bucket, relative(dataDir, live.dir)])
  return createHash('sha256').update(places).digest('base64url')
}

/**
 * Turns a restored copy into a restore rehearsal. Its push endpoints belong to real people's browsers, so they are
 * deleted, independently of the switch. `tables`: the existing ones, as it may be the copy of an older release.
 */
export async function prepareRehearsal(config: Config, { db }: Engine, tables: string[], at: Date) {
  const updated_at = at.toISOString()
  if (tables.includes('push_token')) await db.deleteFrom('push_token').execute()
  if (tables.includes('feature_switch'))
    await db
      .insertInto('feature_switch')
      .values({ name: 'notification', enabled: 0, updated_at })
      .onConflict((on) => on.column('name').doUpdateSet({ enabled: 0, updated_at }))
      .execute()
  await writeFile(rehearsalFile(config.dataDir), drillTarget(config), { mode: 0o600, flush: true })
}

/** With the real site's settings a rehearsal would act for it: send emails, charge cards, and delete its files. */
export function assertRehearsalOnly(config: Config) {
  const { dataDir, siteUrl, mail, payments, push } = config
  if (!existsSync(rehearsalFile(dataDir))) return
  const outside = [
    !isLoopback(siteUrl) && 'SITE_URL',
    mail.smtpUrl !== '' && 'SMTP_URL',
    /^[a-z]+_live_/.test(payments.secretKey) && 'STRIPE_SECRET_KEY',
    push.firebase !== null && 'FIREBASE_*',
    readFileSync(rehearsalFile(dataDir), 'utf8') !== drillTarget(config) &&
      'DATABASE_URL, S3_* or LIVE_DIR',
  ].filter((name) => name !== false)
  if (outside.length > 0)
    throw new Error(
      `${dataDir} is a copy for a drill: it is not started with ${outside.join(', ')} of the real site. See "Drill" in docs/running.md.`,
    )
}
