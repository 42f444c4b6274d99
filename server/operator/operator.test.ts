import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditRow } from '#contract/operator/audit.ts'
import { PROGRAM_ENV } from '#server/testing/program.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const PERSON = ['--name', 'unei_ichi', '--email', 'unei@example.org', '--birthday', '1990-05-01']
const SECOND = ['--name', 'unei_ni', '--email', 'ni@example.org', '--birthday', '1991-05-01']
const PASSWORD = 'yoru no umi e 9'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'room-operator-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The program as it is called from a shell; `typed` is what it is told when it asks. */
async function operator(args: string[], typed = '') {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...PROGRAM_ENV, DATA_DIR: join(folder, 'data') },
  })
  child.stdin.end(`${typed}\n`)
  const [said, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { said, complaint, code: code as number }
}

it('makes the first operator, does what the pages do, and leaves a record of who it was', async () => {
  const easy = await operator(['create', ...PERSON], 'password1')
  expect([easy.code, easy.said]).toEqual([1, ''])
  expect(easy.complaint).toContain('easy to guess')
  const made = await operator(['create', ...PERSON], PASSWORD)
  expect([made.code, made.complaint]).toEqual([0, 'Password of the operator: \n'])
  expect((await operator(['create', ...PERSON], PASSWORD)).complaint).toContain('use appoint')
  const last = await operator(['dismiss', '--name', 'unei_ichi'])
  expect([last.code, last.complaint]).toEqual([
    1,
    expect.stringContaining('there is no other operator'),
  ])
  expect((await operator(['create', ...SECOND], PASSWORD)).code).toBe(0)
  expect((await operator(['dismiss', '--name', 'unei_ichi'])).code).toBe(0)
  expect((await operator(['appoint', '--name', 'nobody_here'])).complaint).toContain('nobody_here')
  const { said } = await operator(['list-audit', '--limit', '5'])
  expect(
    (JSON.parse(said) as AuditRow[]).map(({ action, label, actor }) => [action, label, actor]),
  ).toEqual([
    ['operator.dismiss', 'unei_ichi', null],
    ['operator.appoint', 'unei_ni', null],
    ['operator.appoint', 'unei_ichi', null],
  ])
  // Eight processes, one after the other.
}, 60_000)

it('says what it can do, and what was wrong with a question, in words and not in code', {
  tags: 'full',
}, async () => {
  const { said } = await operator(['help'])
  expect(said).toMatch(/^ {2}list-audit .*\[--action\]/m)
  const wrong = await operator(['list-audit', '--action', 'fly'])
  expect(wrong.code).toBe(1)
  expect(wrong.complaint).toContain('--action: ')
  const unknown = await operator(['fly'])
  expect([unknown.code, unknown.complaint]).toEqual([
    1,
    'There is no command fly. `npm run operator -- help` lists them.\n',
  ])
})
