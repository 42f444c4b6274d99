import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { KEY_IN_USE, KEY_REUSED } from '#contract/shared/messages.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { ApiError } from './api-error.ts'
import { bodyText } from './body/input.ts'

/** Time after which an unfinished request (e.g. after a power cut) may run again. */
const ABANDONED_MS = 60_000
/** Temporary errors, which are not stored: a retry may succeed. */
const PASSING = [401, 429, 500, 503]

/** Reads have no effect, and are not stored. */
const READS = ['GET', 'HEAD']

const hash = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex')

/** Runs `handle` once per `Idempotency-Key`: the same key and body get the stored answer. */
export async function once(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  c: Context,
  viewer: Viewer,
  handle: () => Promise<Response>,
  isForm = false,
): Promise<Response> {
  const key = c.req.header('idempotency-key')
  if (!key || READS.includes(c.req.method)) return handle()
  const scope = hash(viewer.id, c.req.method, c.req.path, key)
  const body_hash = await hashBody(c, isForm)
  const known = await claim({ db, clock }, { scope, body_hash, user_id: viewer.id })
  if (known?.status === 204) return c.body(null, 204)
  // Saved of a response with a body, by this function.
  if (known) return c.body(known.answer ?? '', known.status as 200, JSON_TYPE)
  const release = () => db.deleteFrom('idempotency').where('scope', '=', scope).execute()
  try {
    const response = await handle()
    await saveAnswer(db, scope, response.status, await response.clone().text())
    return response
  } catch (error) {
    if (!(error instanceof ApiError) || PASSING.includes(error.status)) await release()
    else
      await saveAnswer(
        db,
        scope,
        error.status,
        JSON.stringify({ message: error.message, errors: error.details.errors }),
      )
    throw error
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Hash of the body; not of a form, whose boundary differs in each request. */
const hashBody = async (c: Context, isForm: boolean): Promise<string> =>
  isForm ? 'form' : hash(await bodyText(c))

/** Claims the key: null if claimed, else the stored answer. */
async function claim(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { scope, body_hash, user_id }: { scope: string; body_hash: string; user_id: string },
) {
  const now = clock.now()
  const created_at = now.toISOString()
  const from = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const claimed = await db
    .insertInto('idempotency')
    .values({ scope, body_hash, user_id, status: null, answer: null, created_at })
    .onConflict((on) =>
      on
        .column('scope')
        .doUpdateSet({ created_at })
        .where('idempotency.status', 'is', null)
        .where('idempotency.body_hash', '=', body_hash)
        // A timestamp in the future was written by a clock that was ahead: it does not block.
        .where((eb) =>
          eb.or([
            eb('idempotency.created_at', '<', from(-ABANDONED_MS)),
            eb('idempotency.created_at', '>', from(ABANDONED_MS)),
          ]),
        ),
    )
    .returning('scope')
    .executeTakeFirst()
  if (claimed) return null
  const known = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('scope', '=', scope)
    .executeTakeFirst()
  if (known?.body_hash !== body_hash) throw new ApiError(409, KEY_REUSED)
  if (known.status === null) throw new ApiError(409, KEY_IN_USE, { retryAfter: 1 })
  return { status: known.status, answer: known.answer }
}

const saveAnswer = (db: Deps['db'], scope: string, status: number, answer: string) =>
  db.updateTable('idempotency').set({ status, answer }).where('scope', '=', scope).execute()
