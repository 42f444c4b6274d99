import { createHash } from 'node:crypto'
import { keyReused } from './failures.ts'
import type { Answer, ApiRequest } from './request.ts'
import type { Scope } from './scope.ts'

const CACHE_MS = 24 * 3_600_000

interface Saved {
  at: number
  request: string
  fingerprint: string
  status: number
  body: string
}

/** The stored response of this key, for a day; other parameters with the same key are an error. */
export function savedAnswer(scope: Scope, request: ApiRequest): Answer | null {
  if (request.method !== 'POST' || !request.key) return null
  const saved = scope.db
    .prepare<[string, string], Saved>('select * from answer where account = ? and key = ?')
    .get(scope.account, request.key)
  if (!saved || saved.at + CACHE_MS <= scope.clock.nowMs()) return null
  if (saved.fingerprint !== fingerprintOf(request)) throw keyReused(request.key)
  return {
    status: saved.status,
    body: saved.body,
    headers: { 'idempotent-replayed': 'true', 'original-request': saved.request },
  }
}

/** Stores any response after the work began: success, decline or error. */
export function saveAnswer(scope: Scope, request: ApiRequest, { status, body }: Answer): void {
  if (request.method !== 'POST' || !request.key) return
  scope.db
    .prepare(
      `insert or replace into answer (account, key, at, request, fingerprint, status, body)
       values (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      scope.account,
      request.key,
      scope.clock.nowMs(),
      request.id,
      fingerprintOf(request),
      status,
      body,
    )
}

const fingerprintOf = ({ method, path, raw }: ApiRequest) =>
  createHash('sha256').update(`${method} ${path}\n${raw}`).digest('base64url')
