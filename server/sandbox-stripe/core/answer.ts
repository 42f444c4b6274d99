import { type Rule, strikeRequest } from '../control/faults.ts'
import { accountDenied, callerOf, checkVersion, type Keys, maySee } from './auth.ts'
import type { Clock } from './clock.ts'
import { expand } from './expand.ts'
import { Failure, keyInUse, lockTimeout, rateLimited, serverError } from './failures.ts'
import { saveAnswer, savedAnswer } from './idempotency.ts'
import { note } from './journal.ts'
import type { Operation } from './operation.ts'
import type { createPace } from './pace.ts'
import { type Answer, type ApiRequest, written } from './request.ts'
import { createScope, type Scope } from './scope.ts'
import type { Database } from './store.ts'

export interface World {
  db: Database
  clock: Clock
  keys: Keys
  publicUrl: string
  operations: Operation[]
  pace: ReturnType<typeof createPace>
  /** Keys whose first call is still running. */
  running: Set<string>
}

/** A response, and the network fault that applies to it. */
export interface Fate {
  answer: Answer
  lost: 'cut' | 'hang' | null
  ms: number
}

/** Handles a call in one transaction, together with the stored response of its key. */
export async function answer(world: World, request: ApiRequest): Promise<Fate> {
  const rule = draw(world, request)
  const { key } = request
  const busy = key ? `${request.account ?? ''} ${key}` : null
  if (rule?.do === 'cut_before')
    return { answer: { status: 0, body: '', headers: {} }, lost: 'cut', ms: 0 }
  if (key && busy && request.method === 'POST') {
    if (world.running.has(busy)) return noted(world, request, errorResponse(request, keyInUse(key)))
    world.running.add(busy)
  }
  try {
    if (rule?.do === 'slow') await pause(rule.ms ?? 1_000)
    const response = settle(world, request, rule)
    const lost = rule?.do === 'cut_after' ? 'cut' : rule?.do === 'hang_after' ? 'hang' : null
    return { answer: response, lost, ms: rule?.ms ?? 0 }
  } finally {
    if (busy) world.running.delete(busy)
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const draw = ({ db }: World, { method, path }: ApiRequest): Rule | null =>
  db.transaction(() => strikeRequest(db, method, path)).immediate()

const noted = (world: World, request: ApiRequest, response: Answer): Fate => {
  note(world.db, world.clock.nowMs(), request, 'unknown', response)
  return { answer: response, lost: null, ms: 0 }
}

function settle(world: World, request: ApiRequest, rule: Rule | null): Answer {
  const { db } = world
  return db
    .transaction(() => {
      const [response, caller] = tried(world, request, rule)
      note(db, world.clock.nowMs(), request, caller, response)
      return response
    })
    .immediate()
}

function tried(world: World, request: ApiRequest, rule: Rule | null): [Answer, string] {
  let caller = 'unknown'
  try {
    caller = callerOf(request, world.keys)
    return [worked(world, request, caller === 'platform', rule), caller]
  } catch (error) {
    if (error instanceof Failure) return [errorResponse(request, error), caller]
    throw error
  }
}

function worked(world: World, request: ApiRequest, trusted: boolean, rule: Rule | null): Answer {
  const [operation, id] = operationFor(world.operations, request)
  checkVersion(request)
  maySee(trusted ? 'platform' : 'browser', operation.browser, request)
  const scope = scopeFor(world, request)
  const limit = scope.settings.calls_per_second
  if (!world.pace.allows(`${request.method} ${operation.path}`, limit)) throw rateLimited()
  if (rule) failBefore(request, rule)
  const saved = savedAnswer(scope, request)
  if (saved) return { ...saved, headers: { ...saved.headers, ...echoed(request) } }
  const { expand: paths, work } = operation.run(scope, id, request.input, trusted)
  const result = undoable(scope, request, () => {
    if (rule?.do === 'error') throw serverError()
    return expand(scope, work(), paths)
  })
  const response = rule?.do === 'error_after' ? errorResponse(request, serverError()) : result
  saveAnswer(scope, request, response)
  return response
}

function failBefore(request: ApiRequest, rule: Rule): void {
  if (rule.do === 'rate_limit') throw rateLimited()
  if (rule.do === 'lock_timeout') throw lockTimeout()
  if (rule.do === 'in_use') throw keyInUse(request.key ?? '')
}

/** An error rolls back the work, unless it reports something that happened, like a decline. */
function undoable(scope: Scope, request: ApiRequest, work: () => object): Answer {
  scope.db.exec('savepoint work')
  try {
    const body = work()
    scope.db.exec('release work')
    return { status: 200, body: written(body), headers: echoed(request) }
  } catch (error) {
    const keeps = error instanceof Failure && error.keepsWork
    scope.db.exec(keeps ? 'release work' : 'rollback to work; release work')
    if (!(error instanceof Failure) || error.beforeWork) throw error
    return errorResponse(request, error)
  }
}

function operationFor(operations: Operation[], { method, path }: ApiRequest): [Operation, string] {
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

function scopeFor(world: World, request: ApiRequest): Scope {
  const cause = { id: request.id, idempotency_key: request.key }
  const platform = createScope(world, '', cause)
  if (!request.account) return platform
  const known = platform.find('account', request.account)
  if (!known || platform.hidden(request.account).deleted) throw accountDenied(request.account)
  return platform.as(request.account)
}

function errorResponse(request: ApiRequest, { status, body, headers }: Failure): Answer {
  const error = {
    ...body,
    ...(body.code
      ? { doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
      : {}),
  }
  return { status, body: written({ error }), headers: { ...headers, ...echoed(request) } }
}

const echoed = ({ key, account, version }: ApiRequest): Record<string, string> => ({
  ...(key ? { 'idempotency-key': key } : {}),
  ...(account ? { 'stripe-account': account } : {}),
  ...(version ? { 'stripe-version': version } : {}),
})
