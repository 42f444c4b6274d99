import { setTimeout as pause } from 'node:timers/promises'
import { door, type GateLogLine } from '#contract/door/calls.ts'
import { ticketHash } from '#contract/door/code.ts'
import type { Did } from '#contract/door/log.ts'
import { createCaller, RequestError, Unreachable } from '#contract/http/caller.ts'
import { tickets } from '#contract/tickets/calls.ts'
import type { Engine } from '#server/db/engine.ts'
import { makeKey } from '#server/testing/gate-phone.ts'
import { addRow } from '#server/testing/rows.ts'
import { callerOf, MAX_ATTEMPTS, PAUSE_MS, type World, withRetry } from './buyer.ts'

const NIGHT = 'night'
const DONE: readonly (readonly [number, Did])[] = [
  [70, 'admit'],
  [15, 'refuse'],
  [15, 'undo'],
]
/** The probability that a phone uploads its whole log again, as after a lost response. */
const ALL_AGAIN = 0.2

/** A venue event with tickets for these people, and gate phones that upload their logs while the server is killed. */
export async function createDoors(
  world: World,
  { db }: Engine,
  { owner, people, gates: count }: { owner: string; people: string[]; gates: number },
) {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const times = { opens_at: inHours(-1), starts_at: inHours(1), valid_until: inHours(30) }
  const room_id = `room-${owner}`
  await addRow(db, 'digital_ticket', { id: NIGHT, room_id, capacity: people.length, ...times })
  const ticket = { roomid: owner, id: NIGHT }
  const numbers = new Map<string, string>()
  for (const person of people) {
    const join = () =>
      callerOf(world, person)(tickets.joinTicket, { params: { id: NIGHT }, body: {} })
    const joined = await withRetry(join)
    numbers.set(await ticketHash(joined.ticket_id), joined.number)
  }
  const hashes = [...numbers.keys()]
  const problems: string[] = []
  const written = new Map<string, GateLogLine>()
  const gates = await Promise.all(Array.from({ length: count }, (_, nth) => claimGatePhone(nth)))

  async function claimGatePhone(nth: number) {
    const body = { name: `${nth + 1}番入口`, range: nth === 0 ? null : { from: nth, to: nth } }
    const { invite_url } = await callerOf(world, owner)(door.createGate, { params: ticket, body })
    const key = await makeKey()
    const invite = invite_url.split('#')[1]!
    const transport = (token: string | null) =>
      createCaller({
        token: () => token,
        fetch: (path, init) =>
          fetch(world.url + path, { ...init, signal: AbortSignal.timeout(60_000) }),
      })
    const claimed = await transport(null)(door.claimGate, {
      body: { invite, public_key: key.public_key },
    })
    const params = { ...ticket, gid: claimed.gate_id }
    return {
      id: claimed.gate_id,
      key,
      log: [] as GateLogLine[],
      acknowledged: new Set<string>(),
      send: (entries: GateLogLine[]) =>
        transport(claimed.gate_token)(door.sendGateLog, { params, body: { entries } }),
      turn: Promise.resolve(),
    }
  }
  type Gate = (typeof gates)[number]

  async function write(gate: Gate, did: Did, ticket_hash: string) {
    const seq = gate.log.length
    const nonce = `${gate.id}-line-${String(seq).padStart(8, '0')}`
    const entry = { nonce, seq, ticket_hash, scanned_at: new Date().toISOString(), did, reason: '' }
    const line = await gate.key.sign(gate.id, entry)
    gate.log.push(line)
    written.set(nonce, line)
  }

  /** Retries until the whole log is acknowledged. */
  async function sync(gate: Gate, all: boolean) {
    for (let tried = 1; ; tried++) {
      const entries = gate.log
        .filter(({ nonce }) => all || !gate.acknowledged.has(nonce))
        .slice(-100)
      if (entries.length === 0) return
      try {
        const { accepted, duplicates, refused } = await gate.send(entries)
        for (const nonce of accepted)
          if (gate.acknowledged.has(nonce)) problems.push(`${nonce} was acknowledged, and then new`)
        for (const nonce of refused) problems.push(`${nonce} was refused`)
        for (const nonce of [...accepted, ...duplicates]) gate.acknowledged.add(nonce)
        return
      } catch (error) {
        const passing = !(error instanceof RequestError) || error.status >= 429
        if (!passing || tried >= MAX_ATTEMPTS) throw error
        await pause(PAUSE_MS)
      }
    }
  }

  async function work(gate: Gate, n: number) {
    const lines = 1 + Math.floor(world.rng.chance('lines', n) * 5)
    for (let nth = 0; nth < lines; nth++) {
      const hash = hashes[Math.floor(world.rng.chance('who', n, nth) * hashes.length)]!
      await write(gate, world.rng.pick(DONE, 'did', n, nth), hash)
    }
    await sync(gate, world.rng.chance('all again', n) < ALL_AGAIN)
  }

  /** The expected double entries, counted independently. */
  function expected() {
    const inside = new Map<string, number>()
    for (const gate of gates) {
      const here = new Map<string, number>()
      for (const { did, ticket_hash } of gate.log) {
        const before = here.get(ticket_hash) ?? 0
        if (did === 'admit') here.set(ticket_hash, before + 1)
        if (did === 'undo') here.set(ticket_hash, Math.max(0, before - 1))
      }
      for (const [hash, times] of here) inside.set(hash, (inside.get(hash) ?? 0) + times)
    }
    const twice = [...inside].filter(([, times]) => times > 1)
    return {
      entered: [...inside.values()].filter((times) => times > 0).length,
      doubles: twice.map(([hash, times]) => `${numbers.get(hash)} ${times}×`).sort(),
    }
  }

  return {
    lines: () => written.size,
    /** Each gate is one phone, which syncs sequentially. */
    sync(n: number): Promise<void> {
      const gate = gates[n % gates.length]!
      gate.turn = gate.turn
        .then(() => work(gate, n))
        // Entries without an answer are uploaded with the next sync.
        .catch((error: unknown) => {
          if (!(error instanceof Unreachable)) problems.push(`a gate could not send: ${error}`)
        })
      return gate.turn
    },
    /** Each acknowledged entry is stored exactly once, and the report lists the double entries. */
    async look(): Promise<string[]> {
      for (const gate of gates) await sync(gate, false)
      const rows = await db
        .selectFrom('gate_log')
        .select(['nonce', (eb) => eb.fn.countAll().as('times')])
        .groupBy('nonce')
        .execute()
      const times = new Map(rows.map((row) => [row.nonce, Number(row.times)]))
      for (const nonce of written.keys())
        if (times.get(nonce) !== 1) problems.push(`${nonce} is kept ${times.get(nonce) ?? 0} times`)
      const report = await withRetry(() =>
        callerOf(world, owner)(door.getDoorReport, { params: ticket }),
      )
      const doubles = report.doubles.map(({ number, entries }) => `${number} ${entries.length}×`)
      const summary = JSON.stringify({ entered: report.entered, doubles: doubles.sort() })
      const expectedReport = JSON.stringify(expected())
      if (summary !== expectedReport)
        problems.push(`the doors report ${summary} instead of ${expectedReport}`)
      return problems
    },
  }
}
