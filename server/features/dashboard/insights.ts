// The figures of a period beside those of the period before.

import type { InsightDay, InsightDays, Insights } from '#contract/dashboard/calls.ts'
import { addDays, dayOf, startOf } from '#contract/lib/days.ts'
import type { Db } from '#server/db/schema.ts'
import { type Cell, csvOf } from '#server/http/answers/csv.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { listProfits } from './daily-profits.ts'
import * as query from './insight-queries.ts'

interface Term {
  start: string
  end: string
}
type Change = Pick<InsightDay, 'members' | 'recurring'>
type ChangesByDay = Map<string, Change>

const NONE: Change = { members: 0, recurring: 0 }
const NOBODY = { ...NONE, kept: 0 }
const startOfTerm = ({ start }: Term) => startOf(start)
const endOfTerm = ({ end }: Term) => startOf(addDays(end, 1))

async function changesByDay(
  db: Db,
  roomId: string | undefined,
  column: 'joined_at' | 'left_at',
  term: Term,
): Promise<ChangesByDay> {
  if (roomId === undefined) return new Map()
  const span = { from: startOfTerm(term), until: endOfTerm(term) }
  const byDay: ChangesByDay = new Map()
  for (const { hour, members, recurring } of await query.countChanges(db, roomId, column, span)) {
    const day = dayOf(`${hour}:00:00.000Z`)
    const before = byDay.get(day) ?? NONE
    byDay.set(day, {
      members: before.members + Number(members),
      recurring: before.recurring + Number(recurring),
    })
  }
  return byDay
}

/** The members at the start of a term, and how many of them still are at its end. */
const countAtStart = async (db: Db, roomId: string | undefined, term: Term) =>
  roomId === undefined
    ? NOBODY
    : query.countMembersAt(db, roomId, startOfTerm(term), endOfTerm(term))

/** Every day of the term, with the members counted on from those at its start. */
async function listDays(
  deps: Deps,
  ownerId: string,
  roomId: string | undefined,
  term: Term,
  atStart: Change,
) {
  const [profits, joins, leaves] = await Promise.all([
    listProfits(deps.read, ownerId, term),
    changesByDay(deps.read, roomId, 'joined_at', term),
    changesByDay(deps.read, roomId, 'left_at', term),
  ])
  let { members, recurring } = atStart
  return profits.map(({ date, profit }): InsightDay => {
    const joined = joins.get(date) ?? NONE
    const left = leaves.get(date) ?? NONE
    members += joined.members - left.members
    recurring += joined.recurring - left.recurring
    return { date, sales: profit, joined: joined.members, left: left.members, members, recurring }
  })
}

const sumOf = (days: InsightDay[], field: 'sales' | 'joined' | 'left') =>
  days.reduce((sum, day) => sum + day[field], 0)

function periodOf(term: Term, all: InsightDay[], atStart: typeof NOBODY): Insights['now'] {
  const days = all.filter(({ date }) => date >= term.start && date <= term.end)
  const { members, recurring } = days.at(-1) ?? NONE
  return {
    ...term,
    sales: sumOf(days, 'sales'),
    joined: sumOf(days, 'joined'),
    left: sumOf(days, 'left'),
    ...{ members, recurring },
    kept: { of: atStart.members, members: atStart.kept },
    days,
  }
}

export async function getInsights(
  deps: Deps,
  viewer: Viewer,
  length: InsightDays,
): Promise<Insights> {
  const today = dayOf(deps.clock.now())
  const now = { start: addDays(today, 1 - length), end: today }
  const before = { start: addDays(today, 1 - 2 * length), end: addDays(today, -length) }
  const room = await query.findRoom(deps.read, viewer.id)
  const span = { from: startOfTerm(now), until: endOfTerm(now) }
  const [startOfBefore, startOfNow, sources] = await Promise.all([
    countAtStart(deps.read, room?.id, before),
    countAtStart(deps.read, room?.id, now),
    query.countSources(deps.read, viewer.id, span),
  ])
  const both = { start: before.start, end: now.end }
  const days = await listDays(deps, viewer.id, room?.id, both, startOfBefore)
  return {
    now: periodOf(now, days, startOfNow),
    before: periodOf(before, days, startOfBefore),
    sources: sources.map(({ link, orders, amount }) => ({
      link,
      orders: Number(orders),
      amount: Number(amount),
    })),
  }
}

const HEAD = ['日付', '売上（手数料を引いたあと）', '参加', '退会', 'メンバー', '月ごとの参加費']

/** All days of both periods, oldest first. */
export async function tableOfInsights(deps: Deps, viewer: Viewer, length: InsightDays) {
  const { now, before } = await getInsights(deps, viewer, length)
  const rows: Cell[][] = [...before.days, ...now.days].map((day) => [
    new Date(startOf(day.date)),
    ...[day.sales, day.joined, day.left, day.members, day.recurring],
  ])
  const name = `数字_${before.start}_${now.end}.csv`
  return { bytes: csvOf([HEAD, ...rows]), type: 'text/csv; charset=utf-8', name }
}
