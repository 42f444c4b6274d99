import { setTimeout as pause } from 'node:timers/promises'
import { createCaller, Refused, Unreachable } from '#contract/caller.ts'
import { ticketHash } from '#contract/door/code.ts'
import type { Did } from '#contract/door/log.ts'
import { door, type Line } from '#contract/door.ts'
import { tickets } from '#contract/tickets.ts'
import type { Engine } from '#server/db/engine.ts'
import { makeKey } from '#server/testing/gate-phone.ts'
import { addRow } from '#server/testing/rows.ts'
import { callerOf, patiently, type World } from './buyer.ts'

const NIGHT = 'night'
const AGAIN_MS = 150
const TRIES = 200
const DONE: readonly (readonly [number, Did])[] = [
  [70, 'admit'],
  [15, 'refuse'],
  [15, 'undo'],
]
/** So often a phone sends everything once more: it may have forgotten what it was told. */
const ALL_AGAIN = 0.2

/** An evening with tickets for these people, and phones at its doors that send what they did while the server is shot. */
export async function openDoors(
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
    const joined = await patiently(join)
    numbers.set(await ticketHash(joined.ticket_id), joined.number)
  }
  const hashes = [...numbers.keys()]
  const wrong: string[] = []
  const written = new Map<string, Line>()
  const gates = await Promise.all(Array.from({ length: count }, (_, nth) => openGate(nth)))

  async function openGate(nth: number) {
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
      log: [] as Line[],
      acknowledged: new Set<string>(),
      send: (entries: Line[]) =>
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

  /** Until it is told that all of it is kept: as often as need be. */
  async function sync(gate: Gate, all: boolean) {
    for (let tried = 1; ; tried++) {
      const entries = gate.log
        .filter(({ nonce }) => all || !gate.acknowledged.has(nonce))
        .slice(-100)
      if (entries.length === 0) return
      try {
        const { accepted, duplicates, refused } = await gate.send(entries)
        for (const nonce of accepted)
          if (gate.acknowledged.has(nonce)) wrong.push(`${nonce} was acknowledged, and then new`)
        for (const nonce of refused) wrong.push(`${nonce} was refused`)
        for (const nonce of [...accepted, ...duplicates]) gate.acknowledged.add(nonce)
        return
      } catch (error) {
        const passing = !(error instanceof Refused) || error.status >= 429
        if (!passing || tried >= TRIES) throw error
        await pause(AGAIN_MS)
      }
    }
  }

  async function work(gate: Gate, n: number) {
    const lines = 1 + Math.floor(world.dice.chance('lines', n) * 5)
    for (let nth = 0; nth < lines; nth++) {
      const hash = hashes[Math.floor(world.dice.chance('who', n, nth) * hashes.length)]!
      await write(gate, world.dice.pick(DONE, 'did', n, nth), hash)
    }
    await sync(gate, world.dice.chance('all again', n) < ALL_AGAIN)
  }

  /** What should be seen, by counting alone: who stands inside more than once. */
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
    /** One gate is one phone: it does one thing after the other. */
    sync(n: number): Promise<void> {
      const gate = gates[n % gates.length]!
      gate.turn = gate.turn
        .then(() => work(gate, n))
        // What found nobody for long goes with the next sending.
        .catch((error: unknown) => {
          if (!(error instanceof Unreachable)) wrong.push(`a gate could not send: ${error}`)
        })
      return gate.turn
    },
    /** Each line that was acknowledged is kept exactly once, and the report says who went in twice. */
    async look(): Promise<string[]> {
      for (const gate of gates) await sync(gate, false)
      const kept = await db
        .selectFrom('gate_log')
        .select(['nonce', (eb) => eb.fn.countAll().as('times')])
        .groupBy('nonce')
        .execute()
      const times = new Map(kept.map((row) => [row.nonce, Number(row.times)]))
      for (const nonce of written.keys())
        if (times.get(nonce) !== 1) wrong.push(`${nonce} is kept ${times.get(nonce) ?? 0} times`)
      const report = await patiently(() =>
        callerOf(world, owner)(door.getDoorReport, { params: ticket }),
      )
      const doubles = report.doubles.map(({ number, entries }) => `${number} ${entries.length}×`)
      const found = JSON.stringify({ entered: report.entered, doubles: doubles.sort() })
      const wanted = JSON.stringify(expected())
      if (found !== wanted) wrong.push(`the doors report ${found} instead of ${wanted}`)
      return wrong
    },
  }
}
