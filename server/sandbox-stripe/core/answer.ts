import { type Rule, strikeRequest } from '../control/faults.ts'
import { accountDenied, callerOf, checkVersion, type Keys, maySee } from './auth.ts'
import type { Clock } from './clock.ts'
import { expand } from './expand.ts'
import { Failure, keyInUse, lockTimeout, rateLimited, serverError } from './failures.ts'
import { saveAnswer, savedAnswer } from './idempotency.ts'
import { note } from './journal.ts'
import type { Operation } from './operation.ts'
import type { createPace } from './pace.ts'
import { type Answer, type Asked, written } from './request.ts'
import { createScope, type Scope } from './scope.ts'
import type { Database } from './store.ts'

export interface World {
  db: Database
  clock: Clock
  keys: Keys
  publicUrl: string
  operations: Operation[]
  pace: ReturnType<typeof createPace>
  /** Keys whose first call has not been answered yet. */
  running: Set<string>
}

/** An answer, and what the network does to it. */
export interface Fate {
  answer: Answer
  lost: 'cut' | 'hang' | null
  ms: number
}

/** Everything a call does happens in one transaction with the answer that is kept for its key. */
export async function answer(world: World, asked: Asked): Promise<Fate> {
  const rule = draw(world, asked)
  const busy = asked.key ? `${asked.account ?? ''} ${asked.key}` : null
  if (rule?.do === 'cut_before')
    return { answer: { status: 0, body: '', headers: {} }, lost: 'cut', ms: 0 }
  if (busy && asked.method === 'POST') {
    if (world.running.has(busy)) return noted(world, asked, refused(asked, keyInUse(asked.key!)))
    world.running.add(busy)
  }
  try {
    if (rule?.do === 'slow') await pause(rule.ms ?? 1_000)
    const made = settle(world, asked, rule)
    const lost = rule?.do === 'cut_after' ? 'cut' : rule?.do === 'hang_after' ? 'hang' : null
    return { answer: made, lost, ms: rule?.ms ?? 0 }
  } finally {
    if (busy) world.running.delete(busy)
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const draw = ({ db }: World, { method, path }: Asked): Rule | null =>
  db.transaction(() => strikeRequest(db, method, path)).immediate()

const noted = (world: World, asked: Asked, made: Answer): Fate => {
  note(world.db, world.clock.nowMs(), asked, 'unknown', made)
  return { answer: made, lost: null, ms: 0 }
}

function settle(world: World, asked: Asked, rule: Rule | null): Answer {
  const { db } = world
  return db
    .transaction(() => {
      const [made, caller] = tried(world, asked, rule)
      note(db, world.clock.nowMs(), asked, caller, made)
      return made
    })
    .immediate()
}

function tried(world: World, asked: Asked, rule: Rule | null): [Answer, string] {
  let caller = 'unknown'
  try {
    caller = callerOf(asked, world.keys)
    return [worked(world, asked, caller === 'platform', rule), caller]
  } catch (error) {
    if (error instanceof Failure) return [refused(asked, error), caller]
    throw error
  }
}

function worked(world: World, asked: Asked, trusted: boolean, rule: Rule | null): Answer {
  const [operation, id] = operationFor(world.operations, asked)
  checkVersion(asked)
  maySee(trusted ? 'platform' : 'browser', operation.browser, asked)
  const scope = scopeFor(world, asked)
  const limit = scope.settings.calls_per_second
  if (!world.pace.allows(`${asked.method} ${operation.path}`, limit)) throw rateLimited()
  if (rule) troubleBefore(asked, rule)
  const saved = savedAnswer(scope, asked)
  if (saved) return { ...saved, headers: { ...saved.headers, ...echoed(asked) } }
  const { expand: paths, work } = operation.run(scope, id, asked.given, trusted)
  const made = undoable(scope, asked, () => {
    if (rule?.do === 'error') throw serverError()
    return expand(scope, work(), paths)
  })
  const told = rule?.do === 'error_after' ? refused(asked, serverError()) : made
  saveAnswer(scope, asked, told)
  return told
}

function troubleBefore(asked: Asked, rule: Rule): void {
  if (rule.do === 'rate_limit') throw rateLimited()
  if (rule.do === 'lock_timeout') throw lockTimeout()
  if (rule.do === 'in_use') throw keyInUse(asked.key ?? '')
}

/** A refusal takes back what was done, unless it tells of something that happened. */
function undoable(scope: Scope, asked: Asked, work: () => object): Answer {
  scope.db.exec('savepoint work')
  try {
    const body = work()
    scope.db.exec('release work')
    return { status: 200, body: written(body), headers: echoed(asked) }
  } catch (error) {
    const keeps = error instanceof Failure && error.keepsWork
    scope.db.exec(keeps ? 'release work' : 'rollback to work; release work')
    if (!(error instanceof Failure) || error.beforeWork) throw error
    return refused(asked, error)
  }
}

function operationFor(operations: Operation[], { method, path }: Asked): [Operation, string] {
  for (const operation of operations) {
    const id = operation.method === method ? operation.matches(path) : null
    if (id !== null) return [operation, id]
  }
  throw new Failure(
    404,
    {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    },
    { beforeWork: true },
  )
}

function scopeFor(world: World, asked: Asked): Scope {
  const cause = { id: asked.id, idempotency_key: asked.key }
  const platform = createScope(world, '', cause)
  if (!asked.account) return platform
  const known = platform.find('account', asked.account)
  if (!known || platform.hidden(asked.account).deleted) throw accountDenied(asked.account)
  return platform.as(asked.account)
}

function refused(asked: Asked, { status, body, headers }: Failure): Answer {
  const error = {
    ...body,
    ...(body.code
      ? { doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
      : {}),
  }
  return { status, body: written({ error }), headers: { ...headers, ...echoed(asked) } }
}

const echoed = ({ key, account, version }: Asked): Record<string, string> => ({
  ...(key ? { 'idempotency-key': key } : {}),
  ...(account ? { 'stripe-account': account } : {}),
  ...(version ? { 'stripe-version': version } : {}),
})
