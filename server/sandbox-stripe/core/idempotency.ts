import { createHash } from 'node:crypto'
import { keyReused } from './failures.ts'
import type { Answer, Asked } from './request.ts'
import type { Scope } from './scope.ts'

const REMEMBERED_MS = 24 * 3_600_000

interface Saved {
  at: number
  request: string
  fingerprint: string
  status: number
  body: string
}

/** The answer that this key has already had, for a day; other parameters under it are a mistake. */
export function savedAnswer(scope: Scope, asked: Asked): Answer | null {
  if (asked.method !== 'POST' || !asked.key) return null
  const saved = scope.db
    .prepare('select * from answer where account = ? and key = ?')
    .get(scope.account, asked.key) as Saved | undefined
  if (!saved || saved.at + REMEMBERED_MS <= scope.clock.nowMs()) return null
  if (saved.fingerprint !== fingerprintOf(asked)) throw keyReused(asked.key)
  return {
    status: saved.status,
    body: saved.body,
    headers: { 'idempotent-replayed': 'true', 'original-request': saved.request },
  }
}

/** Whatever happened once work began: paid, refused, or broken. */
export function saveAnswer(scope: Scope, asked: Asked, { status, body }: Answer): void {
  if (asked.method !== 'POST' || !asked.key) return
  scope.db
    .prepare(
      `insert or replace into answer (account, key, at, request, fingerprint, status, body)
       values (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      scope.account,
      asked.key,
      scope.clock.nowMs(),
      asked.id,
      fingerprintOf(asked),
      status,
      body,
    )
}

const fingerprintOf = ({ method, path, raw }: Asked) =>
  createHash('sha256').update(`${method} ${path}\n${raw}`).digest('base64url')
